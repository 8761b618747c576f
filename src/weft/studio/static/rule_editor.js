// Rules edited in place: the locator of a rule is a field, and while a person writes, the effect follows.
import { _, said } from "./words.js";

const RESTS = 500; // milliseconds after the last key before the effect is asked for
const KEEP = "keep ", DROP = "but not ";

// Where a line of the rules stands in the template: the list and the place, or the rule of a field.
function placeOf(template, name, rest) {
  const body = template.body || {};
  for (const [start, list] of [[KEEP, body.keep], [DROP, body.drop]]) {
    const place = !name && rest.startsWith(start) ? (list || []).indexOf(rest.slice(start.length)) : -1;
    if (place >= 0) return { before: start, text: list[place], write: (value) => { list[place] = value; } };
  }
  const rule = name && template.fields?.rules?.find((one) => one.name === name && rest.startsWith(one.path));
  return rule ? { before: "", text: rule.path, after: rest.slice(rule.path.length), write: (value) => { rule.path = value; } } : null;
}

// The rest of a line as nodes: words, and a field for the locator where the line has one.
export function ruleNodes({ template, name, rest, onEdit }) {
  const found = template && placeOf(template, name, rest);
  if (!found) return [name ? rest : said(rest)];
  const input = document.createElement("input");
  Object.assign(input, { className: "rule-text", value: found.text, spellcheck: false, size: Math.max(found.text.length, 8) });
  input.setAttribute("aria-label", _("Locator: {of}", { of: name || said(found.before.trim()) }));
  let waiting = 0;
  let shown = found.text;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const value = input.value.trim();
      if (!value || value === shown) return;
      onEdit(input, (now) => placeOf(now, name, rest.replace(found.text, shown))?.write(value), () => { shown = value; });
    }, RESTS);
  });
  return [found.before ? `${said(found.before.trim())} ` : "", input, found.after ? ` ${said(found.after.trim())}` : ""];
}
