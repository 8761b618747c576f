// Finding: words, or all values of a kind ("all prices"). What is found is shown on the page and can be named at once.
import { read } from "./api.js";
import { say, sayError } from "./messages.js";
import { _, many, said } from "./words.js";

const form = document.getElementById("search"), input = document.getElementById("search-text");
const scope = document.getElementById("found-scope");

export class Search {
  constructor(address, { onFound }) {
    Object.assign(this, { address, onFound, rows: [] });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.find(input.value);
    });
    input.addEventListener("search", () => { if (!input.value) this.clear(); });
  }

  focus() {
    input.focus();
    input.select();
  }

  clear() {
    this.take([]);
    this.onFound([]);
  }

  async find(text) {
    if (!text.trim()) return this.clear();
    try {
      const found = await read(`${this.address}/search?${new URLSearchParams({ text })}`);
      this.take(found.rows);
      this.onFound(found.rows);
      const count = found.rows.length;
      if (!count) say(_("Nothing on this page says {text}.", { text }));
      else if (found.kind) say(many(count, "{n} place with {kind}. Now give it a name.", "{n} places with {kind}. Now give all of them a name.", { kind: said(found.kind) }));
      else say(many(count, "{n} place. Now give it a name.", "{n} places. Now give all of them a name."));
    } catch (error) {
      sayError(error);
    }
  }

  take(rows) {
    this.rows = rows;
    scope.hidden = !rows.length;
    document.getElementById("found-count").value = rows.length || "";
  }
}
