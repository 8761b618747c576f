// Overview: the pages in the order of doubt, filtered here, and the map.
import { read } from "./api.js";
import { sayError } from "./messages.js";
import { watch } from "./live.js";
import { onKeys } from "./keys.js";
import { goBack } from "./history.js";
import { _, number, percent, said } from "./words.js";

const MAX_ROWS = 5000; // rows that are asked for at once
const CHUNK = 50, HEIGHT = 51; // rows in a list of their own; pixels of a row, as in the style sheet

const list = document.getElementById("pages");
const filters = {
  text: document.getElementById("filter-text"),
  cluster: document.getElementById("filter-cluster"),
  done: document.getElementById("filter-done"),
};
let pages = [];
let total = 0;

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

function chunksOf(shown) {
  const chunks = [];
  for (let start = 0; start < shown.length; start += CHUNK) {
    const chunk = element("ol", "chunk"), rows = shown.slice(start, start + CHUNK);
    chunk.start = start + 1;
    chunk.style.containIntrinsicHeight = `${HEIGHT * rows.length}px`;
    chunk.append(...rows.map(rowOf));
    chunks.push(chunk);
  }
  return chunks;
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
  list.replaceChildren(...(shown.length ? chunksOf(shown) : [element("p", "none", _("No page fits these filters."))]));
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

async function load() {
  try {
    const answer = await read(`/api/overview?offset=0&limit=${MAX_ROWS}`);
    pages = answer.pages;
    total = answer.total;
    show();
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
