// What is taken out of the page, beside it: fields, records and the body, changed in place so that the eye sees what moved.
import { read } from "./api.js";
import { sayError } from "./messages.js";
import { colourOf, shownName } from "./names.js";
import { _, many, number, percent, said } from "./words.js";

const MAX_BLOCKS = 300, MAX_RECORDS = 200; // shown at first; a page may hold thousands
const MAX_VALUE_LENGTH = 400; // characters

const byId = (id) => document.getElementById(id);

function cut(text) {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

function chip(name, fields) {
  const made = document.createElement("span");
  made.className = `chip ${colourOf(name, fields)}`;
  made.textContent = shownName(name);
  return made;
}

function fieldRows(list, fields, known) {
  return list.flatMap(({ name, value, row, source }) => {
    const term = document.createElement("dt"), said = document.createElement("dd");
    term.append(chip(name, fields));
    said.textContent = cut(value);
    if (row >= 0 && row !== undefined) said.dataset.row = row;
    if (known && known.get(name) !== value) said.classList.add("new");
    if (source && source !== "template") {
      const from = document.createElement("small");
      from.textContent = source === "mark" ? _("marked") : said(source);
      said.append(from);
    }
    return [term, said];
  });
}

// In records the names repeat many times: plain words, no colours.
function plainRow({ name, value }) {
  return [Object.assign(document.createElement("dt"), { textContent: name }), Object.assign(document.createElement("dd"), { textContent: cut(value) })];
}

export class DocumentView {
  constructor({ onPoint }) {
    this.values = null;
    this.blocks = new Map(); // by row
    byId("text").addEventListener("pointerover", ({ target }) => onPoint(Number(target.closest("[data-row]")?.dataset.row ?? -1)));
    byId("text").addEventListener("pointerleave", () => onPoint(-1));
  }

  show(state, fields, shown) {
    byId("why").textContent = said(state.why);
    byId("confidence").textContent = _("{share} sure", { share: percent(state.confidence) }).replaceAll(" ", "\u00a0");
    const place = { position: number(state.position), total: number(state.total) };
    byId("position").textContent = state.done ? _("{position} of {total} by doubt, done", place) : _("{position} of {total} by doubt", place);
    this.showFields(state, fields, shown);
    this.showRecords(state);
    this.showText(state);
  }

  showFields(state, fields, shown) {
    const isFirst = ({ name }) => shown.includes(name);
    const rest = state.fields.filter((field) => !isFirst(field));
    byId("fields").replaceChildren(...fieldRows(state.fields.filter(isFirst), fields, this.values));
    byId("more-fields").replaceChildren(...fieldRows(rest, fields, this.values));
    byId("more-fields-count").textContent = rest.length;
    byId("more-fields-box").hidden = !rest.length;
    byId("fields-count").textContent = state.fields.length || _("none");
    this.values = new Map(state.fields.map(({ name, value }) => [name, value]));
  }

  showRecords(state) {
    const total = state.records_total ?? state.records.length;
    byId("records-section").hidden = !total;
    byId("records-count").textContent = number(total);
    const items = state.records.slice(0, MAX_RECORDS).map((record) => {
      const item = document.createElement("li"), list = document.createElement("dl");
      list.className = "fields";
      list.append(...record.fields.flatMap(plainRow));
      item.append(list);
      if (!record.fields.length) item.append(cut(record.text || _("no fields yet")));
      return item;
    });
    byId("records").replaceChildren(...items);
  }

  moreButton(state) {
    const button = document.createElement("button");
    button.type = "button";
    const left = state.blocks_total - Math.min(state.blocks.length, MAX_BLOCKS);
    button.textContent = many(left, "Show {n} more block", "Show {n} more blocks");
    button.addEventListener("click", () => {
      this.showsAll = true;
      this.showText(state);
    });
    return button;
  }

  // A page comes with its first blocks; who asks for all of them gets the others.
  async readAll(state) {
    try {
      const { blocks } = await read(`/api/pages/${state.number}/blocks`);
      this.showText(Object.assign(state, { blocks, blocks_total: blocks.length }));
    } catch (error) {
      sayError(error);
    }
  }

  showText(state) {
    if (this.showsAll && state.blocks.length < state.blocks_total) this.readAll(state);
    const kept = new Map();
    const shown = this.showsAll ? state.blocks : state.blocks.slice(0, MAX_BLOCKS);
    const lines = shown.map(({ row, text }) => {
      const old = this.blocks.get(row);
      const line = old?.textContent === text ? old : document.createElement("p");
      line.classList.toggle("new", this.blocks.size > 0 && line !== old);
      if (line !== old) Object.assign(line, { textContent: text }).dataset.row = row;
      kept.set(row, line);
      return line;
    });
    if (state.blocks_total > shown.length) lines.push(this.moreButton(state));
    if (!lines.length) {
      const none = document.createElement("p");
      none.className = "more";
      none.textContent = _("Nothing is kept. Select the body on the page and press b.");
      lines.push(none);
    }
    const box = byId("text"), { scrollTop } = box.closest(".found");
    box.replaceChildren(...lines);
    box.closest(".found").scrollTop = scrollTop;
    this.blocks = kept;
    byId("text-count").textContent = state.characters ? many(state.characters, "{n} character", "{n} characters") : "";
  }
}
