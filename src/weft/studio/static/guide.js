// Guide (XWRAP): from one page to a wrapper in five steps. What is marked is kept as on the page view, so nothing is lost.
import { inTurn, post, put, read } from "./api.js";
import { checkedPage, summary } from "./check_table.js";
import { goBack } from "./history.js";
import { onKeys } from "./keys.js";
import { askConflict, say, sayError } from "./messages.js";
import { FIXED, colourOf, fieldsOf } from "./names.js";
import { Stage } from "./stage.js";
import { _, many } from "./words.js";

const UNNAMED = /^field_\d+$/;
const TAKEN = { // names that mean something else, so that a field of that name would be lost
  body: _("“body” is the text of the whole page, which every wrapper gives. Call the text of a record “text”."),
  noise: _("“noise” is what weft leaves out. Choose another name."),
  record: _("“record” is the whole record. Choose another name."),
};
const LAST = 5;

const bench = document.getElementById("bench");
const number = Number(bench.dataset.number);
const address = `/api/pages/${number}`;
const stage = new Stage({ onSelect: look });
let state = null;
let step = 1;
let furthest = 1;

const rowsOf = (name) => state.marks.filter((mark) => mark.name === name).flatMap((mark) => mark.rows);
const markedFields = () => [...new Set(state.marks.map((mark) => mark.name))].filter((name) => !FIXED.includes(name));

function show(answer) {
  state = answer;
  stage.showState({ ...state, kept: [], fields: [] }, fieldsOf(state)); // the person's marks, and the records that weft sees
  const records = rowsOf("record").length;
  document.getElementById("export-wrapper").search = `cluster=${encodeURIComponent(state.cluster)}`;
  document.getElementById("fields-hint").textContent = records
    ? _("Click the pieces of one record that you want: its title, its date, its price. Their like in the other records follow.")
    : _("Click the pieces of the page that you want: its title, its date, its author.");
  const takes = state.found_records > 0 && !records;
  document.getElementById("take-row").hidden = !takes;
  document.querySelector("[data-do=record]").classList.toggle("primary", !takes); // one button is the first choice
  document.getElementById("take-said").textContent = many(state.found_records, "Take the record that weft sees", "Take the {n} records that weft sees");
  showNaming();
}

// The records that weft sees are marked with their fields; what they are called is still asked.
function takeRecords() {
  return change((version) => post(`${address}/take-records`, { version }), () => {
    const count = rowsOf("record").length;
    const fields = markedFields().join(_(", ")) || _("no fields");
    say(many(count, "{n} record with {fields}.", "{n} records with {fields}.", { fields }));
    enter(markedFields().length ? 3 : 2);
  });
}

function enter(next) {
  step = next;
  furthest = Math.max(furthest, next);
  for (const item of document.querySelectorAll("[data-step]")) {
    const place = Number(item.dataset.step), button = item.querySelector(".step");
    item.classList.toggle("is-now", place === step);
    item.classList.toggle("is-past", place < furthest && place !== step);
    button.disabled = place > furthest;
    if (place === step) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  document.getElementById("check").hidden = step < 4;
  document.querySelector(".stage").hidden = step >= 4;
  bench.dataset.step = step;
  if (step === 3) document.querySelector("#name-list input")?.focus();
  if (step === 4) check();
}

const cleanName = (name) => name.trim().replace(/\s+/g, "_");

function showNaming() {
  const rows = markedFields().map((name) => {
    const label = document.createElement("label"), shown = document.createElement("span"), input = document.createElement("input");
    shown.className = colourOf(name, fieldsOf(state));
    shown.textContent = stage.view.text(rowsOf(name)[0]) || name;
    Object.assign(input, { name, value: UNNAMED.test(name) ? "" : name, placeholder: _("title, date, price …"), required: true, maxLength: 40, autocomplete: "off" });
    input.setAttribute("list", "usual-names");
    input.addEventListener("input", () => input.setCustomValidity(TAKEN[cleanName(input.value)] || ""));
    label.append(shown, input);
    return label;
  });
  document.getElementById("name-list").replaceChildren(...rows);
}

function change(act, done = () => {}) {
  return inTurn(async () => {
    try {
      try {
        show(await act(state.version));
      } catch (error) {
        if (error.status !== 409) throw error;
        const choice = await askConflict(error.answer);
        show(error.answer.current || (await read(address)));
        if (choice !== "mine") return;
        show(await act(state.version));
      }
      done();
    } catch (error) {
      sayError(error);
    }
  });
}

// What else on the page is built as the selected element is: the other records, or the field in them.
async function look(row) {
  const said = document.getElementById("record-said");
  said.textContent = "";
  if (row < 0 || step > 2) return;
  try {
    const kind = await read(`${address}/same-kind?row=${row}`);
    if (row !== stage.row) return;
    stage.showSameKind(kind.page);
    said.textContent = kind.page.length > 1 ? _("{n} are of the same kind on this page.", { n: kind.page.length }) : _("No other element is of this kind: widen or narrow.");
  } catch (error) {
    sayError(error);
  }
}

function markRecord() {
  if (stage.row < 0) return say(_("Click one record on the page first."));
  return change((version) => post(`${address}/same-kind`, { version, row: stage.row, name: "record", scope: "page" }), () => {
    const count = rowsOf("record").length;
    if (!count) return say(_("No longer records."));
    say(many(count, "{n} record of the same kind on this page.", "{n} records of the same kind on this page."));
    stage.deselect();
    enter(2);
  });
}

function freshName() {
  const taken = new Set(state.names.concat(markedFields()));
  let count = 1;
  while (taken.has(`field_${count}`)) count += 1;
  return `field_${count}`;
}

function markField() {
  const { row } = stage;
  if (row < 0) return say(_("Click a piece of the page first."));
  const own = stage.namesOf(row).find((name) => !FIXED.includes(name));
  const scope = rowsOf("record").some((record) => stage.view.isInside(row, record)) ? "page" : "one";
  const name = own ? "" : freshName();
  const act = scope === "page"
    ? (version) => post(`${address}/same-kind`, { version, row, name, scope })
    : (version) => post(`${address}/mark`, { version, row, name });
  return change(act, () => say(own ? _("No longer a field.") : _("A field: {text}", { text: stage.view.text(row).slice(0, 60) })));
}

function keepNames(event) {
  event.preventDefault();
  const names = new Map([...new FormData(event.target)].map(([old, name]) => [old, cleanName(name)]));
  const marks = state.marks.map((mark) => ({ ...mark, name: names.get(mark.name) || mark.name }));
  return change((version) => put(`${address}/marks`, { version, marks }), () => enter(4));
}

function check() {
  const said = document.getElementById("check-said");
  said.textContent = _("Learning from your marks …");
  return inTurn(async () => {
    try {
      const answer = await read(`/api/guide/${number}/check`);
      said.textContent = summary(answer.pages);
      document.getElementById("check-pages").replaceChildren(...answer.pages.map((page) => checkedPage(page, answer.names)));
      bench.dataset.checked = "true";
    } catch (error) {
      said.textContent = "";
      sayError(error);
    }
  });
}

// What was checked becomes the template of the cluster.
function saveTemplate() {
  const cluster = `/api/clusters/${encodeURIComponent(state.cluster)}/teach`;
  return inTurn(async () => {
    try {
      const { version } = await post(cluster, { save: false });
      await post(cluster, { save: true, version });
      say(_("The template is saved."));
      enter(LAST);
    } catch (error) {
      sayError(error);
    }
  });
}

const refresh = async () => show(await read(address));
const actions = {
  widen: () => stage.row >= 0 && stage.widen(),
  narrow: () => stage.row >= 0 && stage.narrow(),
  record: markRecord,
  take: takeRecords,
  "no-records": () => enter(2),
  field: markField,
  "fields-done": () => (markedFields().length ? enter(3) : say(_("Mark at least one field."))),
  check,
  checked: saveTemplate,
  undo: () => goBack("undo", number, refresh),
  redo: () => goBack("redo", number, refresh),
};

function listen() {
  bench.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button?.dataset.do) actions[button.dataset.do]();
    else if (button?.classList.contains("step")) enter(Number(button.parentElement.dataset.step));
  });
  document.getElementById("naming").addEventListener("submit", keepNames);
  onKeys({
    w: actions.widen, n: actions.narrow, u: actions.undo, U: actions.redo, Escape: () => stage.deselect(),
    r: () => (step === 1 ? markRecord() : false),
    f: () => (step === 2 ? markField() : false),
    ArrowUp: () => stage.step("up"), ArrowDown: () => stage.step("down"),
    ArrowLeft: () => stage.step("left"), ArrowRight: () => stage.step("right"),
  });
}

async function open() {
  try {
    const [answer] = await Promise.all([read(address), stage.ready]);
    show(answer);
    listen();
    const fields = markedFields();
    furthest = fields.length ? 3 : rowsOf("record").length ? 2 : 1;
    enter(furthest === 3 ? 2 : furthest);
    bench.dataset.ready = "true";
  } catch (error) {
    sayError(error);
  }
}

open();
