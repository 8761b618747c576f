// Overview: the pages in the order of doubt, filtered here, and the map.
import { read } from "./api.js";
import { sayError } from "./messages.js";
import { watch } from "./live.js";
import { onKeys } from "./keys.js";
import { goBack } from "./history.js";
import { LongList } from "./long_list.js";
import { _, number, percent, said } from "./words.js";

const FIRST_ROWS = 200, MAX_ROWS = 5000; // rows that are asked for first, and then at once

const list = document.getElementById("pages");
const filters = {
  text: document.getElementById("filter-text"),
  cluster: document.getElementById("filter-cluster"),
  done: document.getElementById("filter-done"),
};
let pages = [];
let total = 0;
let loads = 0; // that were begun

function element(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function stateOf(page) {
  const state = element("span", "state", page.done ? _("done") : said(page.aside || "") || (page.marked ? _("marked") : ""));
  if (page.note) {
    state.append(element("span", "noted", _("note")));
    state.title = page.note;
  }
  return state;
}

const longList = new LongList(list, rowOf);

const STATES = {
  done: (page) => page.done, open: (page) => !page.done && !page.aside, marked: (page) => page.marked,
  aside: (page) => Boolean(page.aside), noted: (page) => Boolean(page.note),
};

function rowOf(page) {
  const link = element("a", page.done ? "is-done" : "");
  link.href = `/page/${page.number}`;
  const doubt = element("span", "doubt");
  const meter = document.createElement("meter");
  Object.assign(meter, { min: 0, max: 1, low: 0.35, high: 0.6, optimum: 0, value: page.doubt });
  meter.setAttribute("aria-label", _("Doubt"));
  doubt.append(meter, percent(page.doubt));
  const what = element("span", "what");
  what.append(element("span", "title", page.title || page.url || _("Page {number}", { number: page.number })), element("span", "url", page.url || page.id || ""));
  link.append(
    doubt, what,
    element("span", "cluster", page.cluster || _("no cluster")),
    element("span", "type", said(page.page_type)),
    stateOf(page),
  );
  const row = document.createElement("li");
  row.append(link);
  return row;
}

function fits(page) {
  const wanted = filters.text.value.trim().toLowerCase();
  const state = filters.done.value;
  return (
    (!wanted || `${page.title} ${page.url}`.toLowerCase().includes(wanted)) &&
    (!filters.cluster.value || page.cluster === filters.cluster.value) &&
    (!state || STATES[state]?.(page))
  );
}

function show() {
  const shown = pages.filter(fits);
  longList.show(shown);
  if (!shown.length) list.replaceChildren(element("p", "none", _("No page fits these filters.")));
  const values = { n: number(shown.length), first: number(pages.length), total: number(total) };
  const isCut = total > pages.length;
  document.getElementById("shown").textContent = isCut ? _("{n} shown (the first {first} of {total})", values) : _("{n} shown", values);
  const first = shown.find(STATES.open) || shown.find((page) => !page.done) || shown[0];
  const start = document.getElementById("start");
  start.hidden = !first;
  if (first) start.href = `/page/${first.number}`;
}

function keepFilters() {
  const values = Object.entries(filters).map(([name, input]) => [name, input.value]).filter(([, value]) => value);
  history.replaceState(null, "", values.length ? `?${new URLSearchParams(values)}` : "/");
}

function takeFilters() {
  const values = new URLSearchParams(location.search);
  for (const [name, input] of Object.entries(filters)) input.value = values.get(name) || "";
}

function take(found) {
  pages = [...new Map(found.map((page) => [page.number, page])).values()]; // the order may change between two answers
  show();
}

async function load() {
  try {
    loads += 1;
    const load = loads, first = pages.length ? MAX_ROWS : FIRST_ROWS; // the first rows at once, then the others
    let found = [];
    do {
      const answer = await read(`/api/overview?offset=${found.length}&limit=${found.length ? MAX_ROWS : first}`);
      if (load !== loads) return; // a newer one has begun
      total = answer.total;
      if (!answer.pages.length) break;
      found = [...found, ...answer.pages];
      if (found.length >= pages.length || found.length === total) take(found);
    } while (found.length < total);
  } catch (error) {
    sayError(error);
  }
}

function watchMap() {
  const map = document.querySelector(".map");
  const caption = document.getElementById("map-caption");
  if (!map) return;
  const usual = caption.textContent;
  map.addEventListener("pointerover", ({ target }) => {
    const { cluster } = target.dataset;
    if (cluster === undefined) return;
    for (const dot of map.querySelectorAll("circle")) dot.classList.toggle("near", dot.dataset.cluster === cluster);
    caption.textContent = target.querySelector("title").textContent;
  });
  map.addEventListener("pointerleave", () => { caption.textContent = usual; });
}

takeFilters();
for (const input of Object.values(filters)) {
  input.addEventListener("input", () => { show(); keepFilters(); });
}
onKeys({
  "/": () => filters.text.focus(),
  j: () => document.getElementById("start").click(),
  u: () => goBack("undo", null, load),
  U: () => goBack("redo", null, load),
});
addEventListener("pageshow", (event) => { if (event.persisted) load(); });
watchMap();
load();
watch({ onChange: load });
