// Making something from the marks: choose it, start it, watch it, cancel it, take the file.
import { post, read } from "./api.js";
import { say, sayError } from "./messages.js";
import { shownName } from "./names.js";
import { _, number, percent, said } from "./words.js";

const LOOKS = 700; // milliseconds between two looks at what runs

const form = document.getElementById("make"), list = document.getElementById("jobs");
const start = document.getElementById("make-start");
let looking = 0, known = "";

const chosen = () => form.querySelector("[name=product]:checked");
const shareOf = (share) => (share === null || share === undefined ? "" : percent(share));
const rowName = (name) => (name.includes(" ") ? said(name) : shownName(name)); // a field has no spaces, and its own name

function element(name, className = "", text = "") {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

function showCluster() {
  document.getElementById("make-cluster").hidden = !chosen()?.dataset.cluster;
}

function tableOf({ columns, rows, note }) {
  if (!rows?.length) return note ? [element("p", "soft", said(note))] : [];
  const table = element("table"), head = table.createTHead().insertRow();
  for (const name of ["", ...columns]) head.append(Object.assign(element("th", "", said(name)), { scope: "col" }));
  const body = table.createTBody();
  for (const [name, values] of rows) {
    const line = body.insertRow();
    line.append(Object.assign(element("th", "", rowName(name)), { scope: "row" }), ...values.map((value) => element("td", "number", shareOf(value))));
  }
  return [table, element("p", "soft", said(note))];
}

function progressOf(job) {
  const bar = element("progress"), step = element("p", "soft", _("{what} …", { what: said(job.what) }));
  bar.setAttribute("aria-label", _("Progress of {title}", { title: said(job.title) }));
  if (job.total) Object.assign(bar, { max: job.total, value: job.done });
  return [bar, step];
}

function actionOf(job) {
  if (job.state === "running") {
    const button = element("button", "", _("Cancel"));
    button.type = "button";
    button.dataset.cancel = job.number;
    button.setAttribute("aria-label", _("Cancel {title}", { title: said(job.title) }));
    return [button];
  }
  if (job.state !== "done") return [];
  const link = element("a", "button primary", job.file);
  Object.assign(link, { href: `/made/${job.number}`, download: job.file });
  return [link];
}

function itemOf(job) {
  const item = element("li", job.state), head = element("div", "head");
  const took = job.state === "running" ? "" : _("{n} s", { n: number(Math.round(job.seconds)) });
  const about = [job.state === "done" ? "" : said(job.state), job.cluster, job.author, took].filter(Boolean).join(" · ");
  head.append(element("b", "", said(job.title)), element("span", "soft", about), ...actionOf(job));
  item.append(head);
  if (job.state === "running") item.append(...progressOf(job));
  if (job.error) item.append(element("p", "failed-why", [job.error, job.advice].filter(Boolean).map(said).join(_("; "))));
  if (job.state === "done") item.append(...tableOf(job.figures), ...(job.use ? [element("code", "", job.use)] : []));
  return item;
}

function show(jobs) {
  const now = JSON.stringify(jobs.map(({ number, state, what, done, total }) => [number, state, what, done, total]));
  if (now === known) return; // what has not changed is not drawn anew: a button under the pointer stays
  known = now;
  const focused = document.activeElement?.dataset.cancel;
  list.replaceChildren(...jobs.map(itemOf));
  if (focused) list.querySelector(`[data-cancel="${focused}"]`)?.focus();
}

function sayEnd({ title, state, error }) {
  const values = { title: said(title), why: said(error || state) };
  say(state === "done" ? _("{title} is made.", values) : _("{title}: {why}", values));
}

async function look() {
  clearTimeout(looking);
  try {
    const { jobs } = await read("/api/jobs");
    const before = list.querySelectorAll(".running").length;
    show(jobs);
    const running = jobs.filter(({ state }) => state === "running").length;
    if (running < before) sayEnd(jobs[0]);
    if (running) looking = setTimeout(look, LOOKS);
  } catch (error) {
    sayError(error);
  }
}

form.addEventListener("change", showCluster);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const product = chosen();
  if (!product) return say(_("Choose what to make first."));
  const cluster = product.dataset.cluster ? document.getElementById("make-of").value : "";
  try {
    await post("/api/jobs", { product: product.value, cluster });
    await look();
  } catch (error) {
    sayError(error);
  }
});
list.addEventListener("click", async ({ target }) => {
  const { cancel } = target.dataset;
  if (!cancel) return;
  await post(`/api/jobs/${cancel}/cancel`).catch(sayError);
  look();
});
showCluster();
start.disabled = false;
look();
