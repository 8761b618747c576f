"use strict";
// The tables of a report: a click on a head sorts, and a field above a long table filters its rows.
(function () {
  const LONG = 8; // rows from which a table has a filter
  const label = (cell) => (cell.dataset.sort ?? cell.textContent).trim();
  const isNumber = (text) => /^[-+]?[\d,. ]+\s*%?$/.test(text);
  const number = (text) => Number(text.replace(/[, %]/g, ""));

  function compare(one, other) {
    if (isNumber(one) && isNumber(other)) return number(one) - number(other);
    return one.localeCompare(other, undefined, { numeric: true });
  }

  function sort(table, head, column) {
    const isDown = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
    const body = table.tBodies[0], rows = [...body.rows];
    rows.sort((one, other) => {
      const [first, second] = [label(one.cells[column]), label(other.cells[column])];
      if (!first || !second) return Number(!first) - Number(!second); // what is empty comes last, however one sorts
      return (isDown ? -1 : 1) * compare(first, second);
    });
    body.append(...rows);
  }

  function addSorting(table) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      if (!head.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(table, head, column));
      head.append(button);
    });
  }

  function addFilter(table) {
    const rows = [...table.tBodies[0].rows];
    if (rows.length < LONG) return;
    const line = document.createElement("p"), input = document.createElement("input"), count = document.createElement("span");
    line.className = "table-filter";
    input.type = "search";
    input.placeholder = "Filter";
    input.setAttribute("aria-label", `Filter: ${table.getAttribute("aria-label") || "the rows of this table"}`);
    count.setAttribute("role", "status");
    const show = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
      count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
    };
    input.addEventListener("input", show);
    line.append(input, count);
    (table.closest(".wide") || table).before(line);
    show();
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    addSorting(table);
    addFilter(table);
  }
})();
