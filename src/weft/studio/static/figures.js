// The figures of a test: what the marks teach, asked on pages whose marks were left out.

const percent = (share) => (share === null || share === undefined ? "" : `${Math.round(100 * share)} %`);

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
  table.createTHead().append(row(["", "as first learned", "with the marks"], "th"));
  const body = table.createTBody();
  if (after.pages) body.append(row(["body, F1 of words", percent(before.f1), percent(after.f1)]), row(["pages that need no more work", percent(before.right), percent(after.right)]));
  for (const [name, score] of Object.entries(after.fields)) body.append(row([name, percent(before.fields[name]?.f1), percent(score.f1)]));
  note.className = "soft";
  note.textContent = `${pages} marked pages in ${parts} parts: each part was asked of a template that had not seen its marks.`;
  box.replaceChildren(table, note);
  box.hidden = false;
}
