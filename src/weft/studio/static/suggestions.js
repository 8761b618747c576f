// What can be taken by one click: places for fields that were not found, and the template that was learned.
import { inTurn, post } from "./api.js";
import { say, sayError } from "./messages.js";
import { _, said } from "./words.js";

const list = document.getElementById("suggestions");

function itemOf(suggestion, { onPoint, onTake }) {
  const { name, row, value, why } = suggestion;
  const item = document.createElement("li"), button = document.createElement("button"), line = document.createElement("span");
  line.textContent = `${_("No {name} was found. Is it “{value}”?", { name, value })} `;
  line.title = said(why);
  Object.assign(button, { type: "button", className: "small", textContent: _("Take it") });
  button.dataset.take = name;
  button.setAttribute("aria-label", _("Take {value} as {name}", { value, name }));
  button.addEventListener("click", () => onTake(suggestion));
  for (const [event, shown] of [["pointerenter", row], ["focusin", row], ["pointerleave", -1], ["focusout", -1]]) item.addEventListener(event, () => onPoint(shown));
  item.append(line, button);
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
      const { changed: count, pages } = await post(`/api/clusters/${encodeURIComponent(cluster)}/keep`);
      const link = { href: `/cluster/${encodeURIComponent(cluster)}`, text: _("See it") };
      const changed = count ? _("{count} of {pages} pages changed.", { count, pages }) : _("No page changed ({pages} looked at).", { pages });
      say([_("The template is saved."), changed].join(" "), { link });
      await refresh();
    } catch (error) {
      sayError(error);
    }
  });
}
