// Template of a cluster: its rules, edited as JSON or learned again from the marks; what would change, before it is saved.
import { inTurn, post } from "./api.js";
import { showFigures } from "./figures.js";
import { goBack } from "./history.js";
import { onKeys } from "./keys.js";
import { askConflict, say, sayError } from "./messages.js";
import { ruleNodes } from "./rule_editor.js";
import { _, many, number, percent } from "./words.js";

const sheet = document.getElementById("cluster");
const address = `/api/clusters/${encodeURIComponent(sheet.dataset.name)}`;
const json = document.getElementById("json");
const message = document.getElementById("json-message");
const summary = document.getElementById("effect-summary");
let version = Number(sheet.dataset.version);
let learned = json.value; // as the server last wrote it
const LIVE = 700; // milliseconds after the last key in the JSON before its effect is asked for
let live = 0;
let isTaught = false; // the effect that is shown comes from the marks

function element(name, className, text = "") {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

// The place of an error in the text, where the browser or the server says it.
function placeOf(error) {
  const place = /line (\d+),? column (\d+)/.exec(error.message);
  return place ? { line: Number(place[1]), column: Number(place[2]) } : null;
}

function pointAt(place) {
  if (!place?.line) return;
  const start = json.value.split("\n").slice(0, place.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  json.setSelectionRange(start + (place.column || 1) - 1, start + (place.column || 1));
}

function check() {
  try {
    JSON.parse(json.value);
    json.removeAttribute("aria-invalid");
    message.textContent = "";
    return true;
  } catch (error) {
    refuse(_("This is no JSON: {why}", { why: error.message }));
    return false;
  }
}

function refuse(text, place = null) {
  document.getElementById("editor").open = true;
  json.setAttribute("aria-invalid", "true");
  message.textContent = text;
  pointAt(place);
}

function fieldChanges(change) {
  const before = change.fields_before || {}, after = change.fields_after || {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);
  const { records_before: had = 0, records_after: has = 0 } = change;
  if (!names.length && had === has) return [];
  const list = document.createElement("dl");
  if (had !== has) list.append(element("dt", "", _("records")), element("dd", "", `${had} → ${has}`));
  for (const name of names) {
    const said = document.createElement("dd");
    if (before[name]) said.append(element("del", "", before[name]), " ");
    if (after[name]) said.append(element("ins", "", after[name]));
    list.append(element("dt", "", name), said);
  }
  return [list];
}

function changeItem(change) {
  const item = document.createElement("li"), title = document.createElement("h3");
  const link = element("a", "", change.title || _("Page {number}", { number: change.number }));
  link.href = `/page/${change.number}`;
  title.append(link);
  const difference = element("div", "diff");
  const lines = change.lines || [];
  difference.append(...lines.map(([kind, line]) => element("p", kind, line)));
  difference.tabIndex = 0;
  difference.setAttribute("role", "region");
  difference.setAttribute("aria-label", _("Body before and after"));
  item.append(title, ...fieldChanges(change), ...(lines.some(([kind]) => kind !== "same") ? [difference] : []));
  return item;
}

function ruleItem(rule) {
  const [, name, rest] = /^(\S+): (.*)$/s.exec(rule) || [null, "", rule];
  const item = document.createElement("li");
  if (name) item.append(element("b", "", name), " ");
  item.append(...ruleNodes({ template: templateOf(json.value), name, rest, onEdit: editRule }));
  return withTools(item, name);
}

// A rule that was edited in place: written into the JSON, and its effect shown; a locator that means nothing is not kept.
function editRule(input, write, keep) {
  const template = templateOf(json.value), before = json.value;
  if (!template) return;
  write(template);
  json.value = JSON.stringify(template, null, 1);
  input.removeAttribute("aria-invalid");
  work(async () => {
    showEffect(await send(false));
    keep();
  }, (error) => {
    json.value = before;
    input.setAttribute("aria-invalid", "true");
    refuseTeaching(error);
  });
}

function templateOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// A field of the template can be renamed and dropped; what was chosen is kept by the name that was learned.
function withTools(item, name) {
  if (!name || !fieldsOf(json.value)?.rules.some((rule) => rule.name === name)) return item;
  const tools = element("span", "tools");
  for (const [text, label, act] of [[_("Rename"), _("Rename the field {name}", { name }), rename], [_("Drop"), _("Drop the field {name}", { name }), drop]]) {
    const button = element("button", "small", text);
    button.type = "button";
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => act(name));
    tools.append(button);
  }
  item.append(" ", tools);
  return item;
}

function fieldsOf(text) {
  const fields = templateOf(text)?.fields;
  return fields?.rules ? fields : null;
}

function changeFields(change) {
  if (!check()) return;
  const template = JSON.parse(json.value);
  const choices = { renamed: {}, dropped: [], ...template.fields.choices };
  change(template.fields, choices);
  template.fields.choices = choices;
  json.value = JSON.stringify(template, null, 1);
  see();
}

function learnedName(name, choices) {
  return Object.keys(choices.renamed).find((old) => choices.renamed[old] === name) ?? name;
}

function rename(name) {
  const wanted = prompt(_("Another name for the field {name}", { name }), name)?.trim();
  if (!wanted || wanted === name) return;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(wanted) || fieldsOf(json.value).rules.some((rule) => rule.name === wanted)) {
    say(_("A name has letters, digits and _, and no other field has it."));
    return;
  }
  changeFields((fields, choices) => {
    choices.renamed[learnedName(name, choices)] = wanted;
    for (const rule of fields.rules) if (rule.name === name) rule.name = wanted;
  });
}

function drop(name) {
  changeFields((fields, choices) => {
    const learned = learnedName(name, choices);
    delete choices.renamed[learned];
    if (!choices.dropped.includes(learned)) choices.dropped.push(learned);
    fields.rules = fields.rules.filter((rule) => rule.name !== name);
  });
}

function showEffect(effect) {
  const all = effect.changed_count ?? effect.changed.length, minor = effect.minor_count ?? 0, count = all - minor;
  const values = { count: number(count), pages: number(effect.pages) };
  const changed = effect.saved ? _("{count} of {pages} pages changed.", values) : _("{count} of {pages} pages would change.", values);
  const unchanged = effect.saved ? _("No page changed ({pages} looked at).", values) : _("No page would change ({pages} looked at).", values);
  const isCut = count && effect.changed.length < all;
  summary.textContent = [
    count ? changed : unchanged,
    isCut ? _("The first {n} are shown.", { n: effect.changed.length }) : "",
    effect.confidence === undefined ? "" : _("Confidence {share}.", { share: percent(effect.confidence) }),
  ].filter(Boolean).join(" ");
  summary.dataset.effect = effect.saved ? "saved" : "seen";
  showMinor(minor, effect.minor_fields ?? {});
  document.getElementById("effect").replaceChildren(...effect.changed.map(changeItem));
  const isWriting = document.activeElement?.classList.contains("rule-text"); // whoever writes keeps the field
  if (effect.rules && !isWriting) document.getElementById("rules").replaceChildren(...effect.rules.map(ruleItem));
}

// Fields that nobody asked for change on many pages; they are counted apart, and one click drops them.
function showMinor(count, fields) {
  const box = document.getElementById("minor");
  box.hidden = !count;
  const words = element("span", "", many(count, "{n} more page changes only in fields that nobody marked:", "{n} more pages change only in fields that nobody marked:"));
  const buttons = Object.entries(fields).map(([name, pages]) => {
    const button = element("button", "small", _("Drop {name} ({pages})", { name, pages }));
    button.type = "button";
    button.addEventListener("click", () => drop(name));
    return button;
  });
  box.replaceChildren(words, ...buttons);
}

function take(effect) {
  if (effect.version !== undefined) version = effect.version;
  if (effect.json) json.value = learned = effect.json;
  check();
}

// What a button does, with the effect of the JSON as it stands or of the marks.
function send(save) {
  const path = isTaught && json.value === learned ? "teach" : "template";
  const body = { save, version, ...(path === "template" ? { json: json.value } : {}) };
  return post(`${address}/${path}`, body);
}

function refuseJson(error) {
  summary.textContent = "";
  refuse([error.message, error.advice].filter(Boolean).join(" "), error.answer.line ? error.answer : placeOf(error));
}

function refuseTeaching(error) {
  summary.textContent = [error.message, error.advice].filter(Boolean).join(_("; "));
}

function work(act, onRefused = refuseJson) {
  return inTurn(async () => {
    sheet.setAttribute("aria-busy", "true");
    summary.textContent = _("Looking at every page of the cluster …");
    try {
      await act();
    } catch (error) {
      summary.textContent = "";
      if (error.status === 422 || error.status === 400) onRefused(error);
      else if (error.status === 409) await settle(error.answer);
      else sayError(error);
    } finally {
      sheet.removeAttribute("aria-busy");
    }
  });
}

async function settle(answer) {
  if ((await askConflict(answer)) !== "mine") {
    location.reload();
    return;
  }
  version = answer.version;
  save(); // not awaited: it has its own turn
}

async function see() {
  if (!check()) return;
  await work(async () => showEffect(await send(false)));
}

async function teach() {
  await work(async () => {
    const effect = await post(`${address}/teach`, { save: false });
    isTaught = true;
    if (effect.json) json.value = learned = effect.json;
    showEffect(effect);
  }, refuseTeaching);
}

async function test() {
  await work(async () => {
    showFigures(document.getElementById("figures"), await post(`${address}/test`));
    summary.textContent = _("What to expect of pages that nobody marked:");
  }, refuseTeaching);
}

async function save() {
  if (!check()) return;
  await work(async () => {
    const effect = await send(true);
    take(effect);
    isTaught = false;
    showEffect({ ...effect, saved: true });
    document.getElementById("saved-by").textContent = _("saved by you, now");
    document.getElementById("saved-by").dataset.saved = "yes";
    say(_("The template is saved."), { link: { href: "/export", text: _("Export") } });
  });
}

const rules = [...document.querySelectorAll("#rules > li[data-rule]")].map((item) => item.dataset.rule);
if (rules.length) document.getElementById("rules").replaceChildren(...rules.map(ruleItem));
json.addEventListener("input", () => {
  clearTimeout(live);
  if (check()) live = setTimeout(see, LIVE);
});
document.getElementById("side").addEventListener("change", ({ target }) => document.getElementById("effect").classList.toggle("side", target.checked));
document.getElementById("see").addEventListener("click", see);
document.getElementById("teach").addEventListener("click", teach);
document.getElementById("test").addEventListener("click", test);
document.getElementById("save").addEventListener("click", save);
for (const control of sheet.querySelectorAll("[disabled]")) control.disabled = false; // before this line a click would be lost
const reload = () => location.reload();
onKeys({ e: see, s: save, l: teach, u: () => goBack("undo", null, reload), U: () => goBack("redo", null, reload) });
if (sheet.dataset.fresh) teach(); // what the new marks teach is what one comes for
