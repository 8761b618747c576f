// What the marks teach, tried on other pages: a table a page.
import { _, many, number } from "./words.js";

function element(name, text = "", className = "") {
  return Object.assign(document.createElement(name), { textContent: text, className });
}

function tableOf(names, rows) {
  const table = document.createElement("table"), head = table.createTHead().insertRow(), body = table.createTBody();
  for (const name of names) head.append(Object.assign(element("th", name), { scope: "col" }));
  for (const values of rows) {
    const line = body.insertRow();
    for (const name of names) {
      line.append(values[name] ? element("td", values[name]) : element("td", _("missing"), "missing"));
    }
  }
  return table;
}

export function checkedPage(page, names) {
  const article = document.createElement("article"), title = document.createElement("h3");
  const link = element("a", page.title || _("Page {number}", { number: page.number }));
  link.href = `/page/${page.number}`;
  const count = page.record_count ?? page.records.length;
  const isCut = count > page.records.length;
  const records = isCut ? _("{n} records, the first {shown} shown", { n: number(count), shown: page.records.length }) : many(count, "{n} record", "{n} records");
  title.append(link, element("small", count ? records : _("no records")));
  const inRecords = names.filter((name) => page.records.some((record) => record.fields[name]));
  const alone = names.filter((name) => !inRecords.includes(name));
  article.append(title);
  if (inRecords.length) article.append(tableOf(inRecords, page.records.map((record) => record.fields)));
  if (alone.length) article.append(tableOf(alone, [page.fields]));
  return article;
}

// In words: how many of the pages have everything.
export function summary(pages) {
  const whole = pages.filter((page) => !page.missing.length).length;
  if (!pages.length) return _("There are no other pages in this cluster.");
  const lost = [...new Set(pages.flatMap((page) => page.missing))];
  const values = { whole, pages: pages.length, lost: lost.join(", ") };
  if (lost.length) return _("{whole} of {pages} pages have everything; missing somewhere: {lost}.", values);
  return _("{whole} of {pages} pages have everything.", values);
}
