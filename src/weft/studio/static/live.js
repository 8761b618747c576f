// What others do while a view is open: their changes as they make them, and who is on the same page.
import { say } from "./messages.js";
import { _, many, said } from "./words.js";

const TOGETHER = 300; // milliseconds in which changes are taken together

export function watch({ number = 0, onChange }) {
  const source = new EventSource(`/api/events?page=${number}`);
  const here = document.getElementById("here");
  let waiting = 0, heard = [];
  source.addEventListener("change", ({ data }) => {
    heard.push(JSON.parse(data));
    clearTimeout(waiting);
    waiting = setTimeout(() => onChange(heard.splice(0)), TOGETHER);
  });
  source.addEventListener("here", ({ data }) => {
    const names = JSON.parse(data);
    if (here) here.textContent = names.length ? many(names.length, "{names} is here, too", "{names} are here, too", { names: names.join(_(", ")) }) : "";
  });
  addEventListener("pagehide", () => source.close());
}

export function sayWho(changes) {
  const last = changes.at(-1);
  say(`${last.by}: ${said(last.what)}`);
}
