// Names of marks: their order, colours and keys.
import { _ } from "./words.js";

export const FIXED = ["body", "noise", "record"];
const SHOWN_NAMES = { body: _("body"), noise: _("noise"), record: _("record") };
const KEYS = { body: "b", noise: "x", record: "r" };
const COLOURS = 8;
const SHOWN = 5; // fields that are always in sight; a template may know many more

// Three names are weft's own and have words in every language; the others are the person's.
export const shownName = (name) => SHOWN_NAMES[name] ?? name;

// The fields in a fixed order, which gives them their colours.
export const fieldsOf = (state, added = []) => [...new Set([...state.names, ...added])].filter((name) => !FIXED.includes(name));

// The fields that are in sight, in the order of their keys: the usual three, those that are marked, then others.
export function shownFields(state, added = []) {
  const fields = fieldsOf(state, added);
  const marked = state.marks.map((mark) => mark.name).filter((name) => fields.includes(name));
  const wanted = [...new Set([...fields.slice(0, 3), ...marked, ...added])];
  return [...wanted, ...fields.filter((name) => !wanted.includes(name)).slice(0, Math.max(SHOWN - wanted.length, 0))];
}

// The class that gives a name its colour; the same name has the same colour everywhere on a page.
export function colourOf(name, fields) {
  if (FIXED.includes(name)) return `name-${name}`;
  const place = fields.indexOf(name);
  return `name-${(place < 0 ? fields.length : place) % COLOURS}`;
}

export function keyOf(name, shown) {
  const place = shown.indexOf(name);
  return KEYS[name] || (place >= 0 && place < 9 ? String(place + 1) : "");
}
