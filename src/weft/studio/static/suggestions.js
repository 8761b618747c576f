// What can be taken by one click: places for fields that were not found, and the template that was learned.
import { inTurn, post } from "./api.js";
import { say, sayError } from "./messages.js";

const list = document.getElementById("suggestions");

function itemOf(suggestion, { onPoint, onTake }) {
  const { name, row, value, why } = suggestion;
  const item = document.createElement("li"), button = document.createElement("button"), said = document.createElement("span");
  said.textContent = `No ${name} was found. Is it “${value}”? `;
  said.title = why;
  Object.assign(button, { type: "button", className: "small", textContent: "Take it" });
  button.dataset.take = name;
  button.setAttribute("aria-label", `Take ${value} as ${name}`);
  button.addEventListener("click", () => onTake(suggestion));
  for (const [event, shown] of [["pointerenter", row], ["focusin", row], ["pointerleave", -1], ["focusout", -1]]) item.addEventListener(event, () => onPoint(shown));
  item.append(said, button);
  return item;
}

export function showSuggestions(state, acts) {
  const marked = new Set(state.marks.map((mark) => mark.name));
  const open = state.marks.some((mark) => mark.name === "record") ? [] : state.suggestions.filter(({ name }) => !marked.has(name));
  list.replaceChildren(...open.map((one) => itemOf(one, acts)));
  document.getElementById("keep-row").hidden = !state.cluster || state.is_saved;
}

// The first template of a cluster is saved from the page; a later one in its own view, where one sees the effect.
export function keepTemplate(cluster, refresh) {
  return inTurn(async () => {
    try {
      const { changed, pages } = await post(`/api/clusters/${encodeURIComponent(cluster)}/keep`);
      const link = { href: `/cluster/${encodeURIComponent(cluster)}`, text: "See it" };
      say(changed ? `The template is saved. ${changed} of ${pages} pages changed.` : `The template is saved. No page changed (${pages} looked at).`, { link });
      await refresh();
    } catch (error) {
      sayError(error);
    }
  });
}
