// Page: select an element, give it a name, see the text change, go on to the next page.
import { inTurn, post, put, read } from "./api.js";
import { DocumentView } from "./document_view.js";
import { goBack } from "./history.js";
import { onKeys } from "./keys.js";
import { askConflict, say, sayError } from "./messages.js";
import { Search } from "./found.js";
import { sayWho, watch } from "./live.js";
import { PartsView } from "./parts.js";
import { FIXED, colourOf, fieldsOf, keyOf, shownFields, shownName } from "./names.js";
import { PictureView } from "./picture.js";
import { Rectangle } from "./rectangle.js";
import { Stage } from "./stage.js";
import { keepTemplate, showSuggestions } from "./suggestions.js";
import { _, many } from "./words.js";

const LOOK_AFTER = 90; // milliseconds that a selection rests before rows of its kind are asked for
const TRAIL = "weft-trail", MAX_TRAIL_LENGTH = 200; // numbers of the pages that one came by
const SCOPES = ["one", "page", "cluster"]; // that a key turns through

const bench = document.getElementById("bench");
const number = Number(bench.dataset.number);
const address = `/api/pages/${number}`;
const scopes = [...document.querySelectorAll("[name=scope]")];
let state = null;
let added = []; // names of fields that bear no mark yet
let looking = 0;

const documentView = new DocumentView({ onPoint: (row) => point(row) });
const stage = new Stage({ onSelect: look, locate: async (row) => (await read(`${address}/locator?row=${row}`).catch(() => ({}))).locator });
const point = (row) => stage.drawing.draw("hover", "hover", row >= 0 ? [row] : []);
const choose = (row) => { stage.select(row); stage.reveal(row); };
const parts = new PartsView(address, { onPoint: point, onChoose: choose });
const search = new Search(address, { onFound: showFound });
const rectangle = new Rectangle(stage, { onRows: takeRows });
const picture = new PictureView(stage, number);
const note = document.getElementById("note");

const fields = () => fieldsOf(state, added);
const scope = () => scopes.find((input) => input.checked).value;

const trail = () => JSON.parse(sessionStorage.getItem(TRAIL) || "[]");

function setScope(value) {
  scopes.find((input) => input.value === value).checked = true;
}

function show(answer) {
  state = answer;
  documentView.show(state, fields(), shownFields(state, added));
  stage.showState(state, fields(), shownFields(state, added));
  document.getElementById("accept-word").textContent = state.done ? _("Done: next") : _("Accept");
  bench.dataset.version = state.version;
  parts.show(state.version);
  showAside();
  showNames();
  showSuggestions(state, { onPoint: point, onTake: takeSuggestion });
}

function takeSuggestion({ name, row }) {
  change((version) => post(`${address}/mark`, { version, row, name }), () => { stage.reveal(row); say(_("Marked as {name}.", { name })); });
}

function showAside() {
  for (const [act, aside] of [["skip", "skipped"], ["unsure", "unsure"]]) {
    document.querySelector(`[data-do=${act}]`).setAttribute("aria-pressed", String(state.aside === aside));
  }
  if (document.activeElement !== note) note.value = state.note;
  document.getElementById("note-state").textContent = state.note ? _("written") : "";
  if (state.note) document.getElementById("note-box").open = true;
}

// What a search found is outlined like rows of one kind, and the next name goes to all of it.
function showFound(rows) {
  if (!rows.length) return setScope("one"), changeScope();
  stage.deselect();
  setScope("found");
  stage.showSameKind(rows);
  stage.reveal(rows[0]);
  stage.box.focus({ preventScroll: true }); // so that the next key is a name
}

// What lies in a rectangle is like what a search found.
function takeRows(rows) {
  search.take(rows);
  showFound(rows);
  say(rows.length ? many(rows.length, "{n} element in the rectangle. Now give it a name.", "{n} elements in the rectangle. Now give all of them a name.") : _("Nothing lies in the rectangle."));
}

async function refresh() {
  show(await read(address));
}

function nameButton(name, shown) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = colourOf(name, fields());
  button.dataset.name = name;
  button.setAttribute("aria-pressed", String(stage.namesOf(stage.row).includes(name)));
  const rows = state.marks.filter((mark) => mark.name === name).flatMap((mark) => mark.rows).length;
  const word = document.createElement("span"), count = document.createElement("span");
  word.textContent = shownName(name);
  count.className = "count";
  if (rows) count.append(String(rows), Object.assign(document.createElement("span"), { className: "away", textContent: ` ${_("marked")}` }));
  button.append(word, count);
  const key = keyOf(name, shown);
  if (key) button.append(Object.assign(document.createElement("kbd"), { textContent: key }));
  return button;
}

function showNames() {
  const shown = shownFields(state, added);
  const rest = fields().filter((name) => !shown.includes(name));
  const box = document.getElementById("names");
  const focused = document.activeElement?.dataset.name;
  box.replaceChildren(...[...FIXED, ...shown].map((name) => nameButton(name, shown)));
  document.getElementById("more-names").replaceChildren(...rest.map((name) => nameButton(name, shown)));
  document.getElementById("more-count").textContent = rest.length;
  document.getElementById("more").hidden = !rest.length;
  if (focused) document.querySelector(`.tools [data-name="${CSS.escape(focused)}"]`)?.focus();
}

// What else on the page, and in the cluster, is built as the selected element is.
function look(row) {
  if (scope() !== "found" || row >= 0) setScope("one");
  showKindCounts("", "");
  if (state) showNames();
  clearTimeout(looking);
  if (row < 0) return;
  looking = setTimeout(async () => {
    try {
      const kind = await read(`${address}/same-kind?row=${row}`);
      if (row !== stage.row) return;
      stage.sameKindRows = kind.page;
      showKindCounts(kind.page.length, kind.cluster.pages);
      if (scope() !== "one") stage.showSameKind(kind.page);
    } catch (error) {
      sayError(error);
    }
  }, LOOK_AFTER);
  stage.sameKindRows = [row];
}

function showKindCounts(onPage, onCluster) {
  document.getElementById("same-kind-cluster").title = onCluster ? many(onCluster, "{n} page", "{n} pages") : "";
  document.getElementById("same-kind-page").value = onPage;
  document.getElementById("same-kind-cluster").value = onCluster;
}

function changeScope() {
  stage.showSameKind(scope() === "one" ? [] : scope() === "found" ? search.rows : stage.sameKindRows || []);
}

function turnScope() {
  if (stage.row < 0) return say(_("Select an element first."));
  setScope(SCOPES[(SCOPES.indexOf(scope()) + 1) % SCOPES.length]);
  changeScope();
  const words = { one: _("This element only."), page: _("All of the same kind on this page."), cluster: _("All of the same kind on all pages of the cluster.") };
  say(`${words[scope()]} ${_("Now give it a name.")}`);
}

// A change that someone else's change came before is done again on top of theirs, if the person says so.
function change(act, done = () => {}) {
  return inTurn(async () => {
    try {
      const answer = await act(state.version);
      show(answer);
      done(answer);
      return true;
    } catch (error) {
      if (error.status !== 409) sayError(error);
      else return await settle(error.answer, act, done);
    }
    return false;
  });
}

async function settle(answer, act, done) {
  const choice = await askConflict(answer);
  if (answer.current) show(answer.current);
  else await refresh();
  if (choice !== "mine") {
    say(answer.by ? _("You have what {who} did.", { who: answer.by }) : _("You have what they did."));
    return false;
  }
  try {
    const mine = await act(state.version);
    show(mine);
    done(mine);
    return true;
  } catch (error) {
    sayError(error);
    return false;
  }
}

// Of a field outside of records there is one: a second place takes the mark over, unless Shift is held.
function movedFrom(row, name, adds) {
  const rows = state.marks.filter((mark) => mark.name === name).flatMap((mark) => mark.rows);
  const hasRecords = state.marks.some((mark) => mark.name === "record");
  return !adds && !FIXED.includes(name) && !hasRecords && rows.length === 1 && rows[0] !== row ? rows[0] : null;
}

// The marks of the body are the whole body: who marks a paragraph that was missing loses the others, and must be told.
function lostBlocks(before, name) {
  const isFirst = name === "body" && !before.marks.some((mark) => mark.name === name);
  const kept = new Set(state.blocks.map(({ row }) => row));
  const lost = isFirst ? before.blocks.filter(({ row }) => !kept.has(row)).length : 0;
  return lost ? ` ${many(lost, "It is now the whole body: {n} other block is left out. Mark it too, or widen it (w).", "It is now the whole body: {n} other blocks are left out. Mark those too, or widen it (w).")}` : "";
}

function mark(name, { adds = false } = {}) {
  const { row } = stage, where = scope(), before = state;
  if (where === "found") return markFound(name);
  if (row < 0) return say(_("Select an element first: click it, or press an arrow key."));
  if (where !== "one") return markSameKind(row, name, where);
  return change((version) => {
    const from = movedFrom(row, name, adds);
    return post(`${address}/mark`, { version, row, name, ...(from === null ? {} : { from }) });
  }, () => {
    const shown = { name: shownName(name) };
    if (stage.namesOf(row).includes(name)) say(_("Marked as {name}.", shown) + lostBlocks(before, name));
    else say(name ? _("No longer {name}.", shown) : _("Unmarked."));
  });
}

function markFound(name) {
  const { rows } = search;
  return change((version) => post(`${address}/rows`, { version, rows, name }), () => {
    const places = { places: many(rows.length, "{n} place", "{n} places"), name: shownName(name) };
    say(name ? _("Marked as {name}: {places}.", places) : _("Unmarked: {places}.", places));
    search.clear();
  });
}

function markSameKind(row, name, where) {
  return change((version) => post(`${address}/same-kind`, { version, row, name, scope: where }), (answer) => {
    const pages = answer.changed_pages ?? 0;
    const left = answer.skipped_done ? ` ${many(answer.skipped_done, "{n} done page was left alone.", "{n} done pages were left alone.")}` : "";
    const values = { name: shownName(name), rows: answer.rows, pages: many(pages, "{n} page", "{n} pages") };
    say((name ? _("Marked as {name}: {rows} of the same kind on {pages}.", values) : _("Unmarked: {rows} of the same kind on {pages}.", values)) + left);
    setScope("one");
    changeScope();
  });
}

function go(to, otherwise) {
  if (to === null || to === undefined) return say(otherwise);
  sessionStorage.setItem(TRAIL, JSON.stringify([...trail(), number].slice(-MAX_TRAIL_LENGTH)));
  location.assign(`/page/${to}`);
}

// Back is where one came from, even if that page is done now and has left its place in the order.
function goPrevious() {
  const pages = trail();
  const to = pages.pop() ?? state.previous;
  sessionStorage.setItem(TRAIL, JSON.stringify(pages));
  if (to === null || to === undefined) say(_("This is the most doubtful page."));
  else location.assign(`/page/${to}`);
}

async function accept() {
  const isDone = state.done || (await change((version) => put(`${address}/marks`, { version, done: true })));
  if (!isDone) return;
  if (state.next === null) say(_("All pages are done."), { link: { href: "/export", text: _("Export") } });
  else go(state.next);
}

// A page that is put aside comes back when the others are done.
async function putAside(aside) {
  const isTaken = state.aside === aside;
  const isWritten = await change((version) => put(`${address}/marks`, { version, aside: isTaken ? "" : aside }));
  if (!isWritten || isTaken) return;
  if (state.next === null) say(_("All other pages are done."));
  else go(state.next);
}

function writeNote() {
  if (!state || note.value.trim() === state.note) return;
  const text = note.value;
  change((version) => put(`${address}/marks`, { version, note: text }), () => say(text.trim() ? _("The note is kept.") : _("The note is gone.")));
}

function openNote() {
  document.getElementById("note-box").open = true;
  note.focus();
}

const actions = {
  skip: () => putAside("skipped"),
  unsure: () => putAside("unsure"),
  widen: () => (stage.row < 0 ? stage.step("up") : stage.widen()),
  narrow: () => (stage.row < 0 ? stage.step("up") : stage.narrow()),
  clear: () => mark(""),
  undo: () => goBack("undo", number, refresh),
  redo: () => goBack("redo", number, refresh),
  next: () => go(state.next, _("All other pages are done.")),
  previous: goPrevious,
  keep: () => keepTemplate(state.cluster, refresh),
  accept,
};

function addName(event) {
  event.preventDefault();
  const input = document.getElementById("new-name"), name = input.value.trim().replace(/\s+/g, "_");
  if (!name) return;
  if (!added.includes(name) && !FIXED.includes(name)) added.push(name);
  input.value = "";
  showNames();
  stage.box.focus({ preventScroll: true });
  if (stage.row >= 0 || scope() === "found") mark(name);
}

function pressName(place) {
  const name = shownFields(state, added)[place];
  return name ? mark(name) : false;
}

function listen() {
  bench.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.do) actions[button.dataset.do]();
    else if (button?.dataset.name) mark(button.dataset.name, { adds: event.shiftKey });
  });
  for (const input of scopes) input.addEventListener("change", changeScope);
  document.getElementById("add-name").addEventListener("submit", addName);
  note.addEventListener("change", writeNote);
  const digits = Object.fromEntries([..."123456789"].map((digit, place) => [digit, () => pressName(place)]));
  onKeys({
    ...digits,
    b: () => mark("body"), x: () => mark("noise"), r: () => mark("record"),
    f: () => document.getElementById("new-name").focus(),
    s: actions.skip, q: actions.unsure, m: openNote, p: () => parts.toggle(),
    "/": () => search.focus(), "+": () => stage.zoom.step(1), "-": () => stage.zoom.step(-1),
    w: actions.widen, n: actions.narrow, l: turnScope, d: () => rectangle.setTool(!rectangle.isTool), v: () => picture.toggle(),
    u: actions.undo, U: actions.redo, a: actions.accept, j: actions.next, k: actions.previous,
    t: () => document.getElementById("cluster-link").click(),
    Delete: actions.clear, Backspace: actions.clear, Escape: () => { search.clear(); stage.deselect(); },
    ArrowUp: (event) => move(event, "up"), ArrowDown: (event) => move(event, "down"),
    ArrowLeft: (event) => move(event, "left"), ArrowRight: (event) => move(event, "right"),
  });
}

// Arrow keys belong to the radio buttons while one has the focus.
function move(event, direction) {
  if (event.target.matches?.("[type=radio]")) return false;
  stage.step(direction);
  return true;
}

// Changes of others to this page are shown at once; ours have the version that we know already.
function hear(changes) {
  return inTurn(async () => {
    const theirs = changes.filter((change) => change.pages[number] > state.version);
    if (!theirs.length || document.querySelector("dialog[open]")) return;
    await refresh().catch(sayError);
    sayWho(theirs);
  });
}

async function open() {
  try {
    const [answer] = await Promise.all([read(address), stage.ready]);
    show(answer);
    listen();
    stage.openAtChoice();
    document.getElementById("text").lang = stage.view.document.documentElement.lang || "und"; // as the page says
    bench.dataset.ready = "true";
    watch({ number, onChange: hear });
    picture.open();
  } catch (error) {
    sayError(error);
  }
}

open();
