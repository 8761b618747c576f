// The figures of a test: what the marks teach, asked on pages whose marks were left out.
import { _, percent } from "./words.js";

const known = (share) => (share === null || share === undefined ? "" : percent(share));

function row(values, cell = "td") {
  const line = document.createElement("tr");
  values.forEach((value, place) => {
    const made = document.createElement(place ? cell : "th");
    made.textContent = value;
    if (place) made.className = "number";
    else made.scope = cell === "th" ? "col" : "row";
    if (cell === "th") made.scope = "col";
    line.append(made);
  });
  return line;
}

export function showFigures(box, { pages, parts, before, after }) {
  const table = document.createElement("table"), note = document.createElement("p");
  table.createTHead().append(row(["", _("as first learned"), _("with the marks")], "th"));
  const body = table.createTBody();
  if (after.pages) body.append(row([_("body, F1 of words"), known(before.f1), known(after.f1)]), row([_("pages that need no more work"), known(before.right), known(after.right)]));
  for (const [name, score] of Object.entries(after.fields)) body.append(row([name, known(before.fields[name]?.f1), known(score.f1)]));
  note.className = "soft";
  note.textContent = _("{pages} marked pages in {parts} parts: each part was asked of a template that had not seen its marks.", { pages, parts });
  box.replaceChildren(table, note);
  box.hidden = false;
}
