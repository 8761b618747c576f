// One page before and after: by the saved template, and by the one in the editor.
import { post } from "./api.js";
import { sayError } from "./messages.js";
import { _, many, number } from "./words.js";

const byId = (id) => document.getElementById(id);
const sheet = byId("cluster"), said = byId("compare-said"), sides = [byId("compare-before"), byId("compare-after")];

function element(name, className = "", text = "") {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

function fieldsOf(own, other, kind) {
  const list = element("dl");
  for (const [name, value] of Object.entries(own.fields)) {
    list.append(element("dt", "", name), element("dd", other.fields[name] === value ? "" : kind, value));
  }
  if (own.records || other.records) list.append(element("dt", "", _("records")), element("dd", own.records === other.records ? "" : kind, number(own.records)));
  return list;
}

function show({ lines, before, after, is_same: isSame }) {
  const [left, right] = sides;
  left.replaceChildren(element("h3", "", many(before.words, "Before: {n} word", "Before: {n} words")), fieldsOf(before, after, "gone"), ...lines.filter(([kind]) => kind !== "come").map(([kind, line]) => element("p", kind, line)));
  right.replaceChildren(element("h3", "", many(after.words, "After: {n} word", "After: {n} words")), fieldsOf(after, before, "come"), ...lines.filter(([kind]) => kind !== "gone").map(([kind, line]) => element("p", kind, line)));
  byId("compare-sides").hidden = false;
  said.textContent = isSame ? _("Both are the same.") : _("What differs is coloured.");
}

// Both sides are read together: where one scrolls the other follows.
sides.forEach((side, place) => side.addEventListener("scroll", () => {
  const other = sides[1 - place], share = side.scrollTop / Math.max(side.scrollHeight - side.clientHeight, 1);
  if (side.matches(":hover, :focus")) other.scrollTop = share * (other.scrollHeight - other.clientHeight);
}));

byId("compare-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const number = Number(byId("compare-page").value), json = byId("json").value;
  try {
    show(await post(`/api/clusters/${encodeURIComponent(sheet.dataset.name)}/compare`, { number, json }));
  } catch (error) {
    sayError(error);
  }
});
byId("compare-show").disabled = false;
