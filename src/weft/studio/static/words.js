// The words of the person's language. Scripts ask for a sentence in English; the table of the server has the others.
import texts from "/texts.js";

const { lang } = document.documentElement;
const table = new Map(Object.entries(texts));

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

// A sentence; values stand in it by name: _("Page {number}", { number: 7 }).
export const _ = (text, values = {}) => fill(table.get(text) ?? text, values);

export const number = (value) => value.toLocaleString(lang);

export const percent = (share) => _("{n} %", { n: Math.round(100 * share) });

// A sentence about a number, {n}: the first where there is one of it, the second else.
export const many = (count, one, more, values = {}) => _(count === 1 ? one : more, { n: number(count), ...values });

// A sentence that the server has finished in English already: whole, by a pattern of the table, or part by part.
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const patterns = [...table.keys()].filter((key) => key.includes("{1}")).sort((one, other) => other.length - one.length)
  .map((key) => [new RegExp(`^${escape(key).replace(/\\\{\d\\\}/g, "(.*?)")}$`, "s"), table.get(key)]);

export function said(text) {
  if (table.has(text)) return table.get(text);
  const parts = text.split("; ");
  if (parts.length > 1) return parts.map(said).join(_("; "));
  for (const [pattern, translated] of patterns) {
    const found = pattern.exec(text);
    if (found) return translated.replace(/\{(=?)(\d)\}/g, (place, isName, at) => (isName ? found[at] : said(found[at])));
  }
  return text;
}
