// The tour of the demo: a card that says what to do next, and goes on by itself when it is done.
import { _ } from "./words.js";

const KEPT = "weft-tour", LOOKS = 300; // milliseconds between two looks whether a step is done

const box = document.getElementById("tour");
const { page, cluster } = box.dataset;
const has = (selector) => Boolean(document.querySelector(selector));

const STEPS = [
  { at: "/", target: ".cards", text: _("Twelve pages of a small magazine. weft has sorted them into clusters, pages that are built alike, and learned a template for each. Below are all pages, the most doubtful first.") },
  { at: `/page/${page}`, target: "#layer", text: _("What is green is kept. In the middle of the story stands a box with other stories, which is no part of it. Click that box on the page."), done: () => has("#crumbs [aria-current]") },
  { at: `/page/${page}`, target: "#names", text: _("Widen with w until the frame is around the whole box, then press x: it is noise. The text on the right changes at once; u takes it back."), done: () => has("#labels .mark") },
  { at: `/page/${page}`, target: "#search", text: _("Press / and ask for “all dates”, or any words: the next name goes to all that was found. Esc forgets it. A note (m), Skip (s) and Unsure (q) are for pages that you cannot decide.") },
  { at: `/page/${page}`, target: "[data-do=accept]", text: _("When a page is right, accept it with a, and the next doubtful page opens. For the tour, go on to the template that this page shares with its like.") },
  { at: `/cluster/${encodeURIComponent(cluster)}`, target: "#teach", text: _("These rules came from the pages alone. “Learn again from the marks” learns them anew with your mark and shows which pages would change."), done: () => has("#effect-summary[data-effect=seen]") },
  { at: `/cluster/${encodeURIComponent(cluster)}`, target: "#save", text: _("Read what would go and what would come, then save the template."), done: () => has("#saved-by[data-saved]") },
  { at: "/export", target: ".exports", text: _("That is all: take the site for weft apply, a wrapper as Python, a Scrapy spider, or your marks as labels. Now try your own pages: weft studio folder/") },
];

let step = Math.min(Number(sessionStorage.getItem(KEPT) ?? 0), STEPS.length - 1);

function enter(next) {
  step = next;
  sessionStorage.setItem(KEPT, String(step));
  show();
}

function show() {
  const { at, target, text } = STEPS[step], isHere = location.pathname === at;
  document.getElementById("tour-place").textContent = _("{n} of {total}", { n: step + 1, total: STEPS.length });
  document.getElementById("tour-text").textContent = text;
  document.getElementById("tour-back").disabled = step === 0;
  document.getElementById("tour-next").hidden = !isHere;
  document.getElementById("tour-next").textContent = step === STEPS.length - 1 ? _("End") : _("Next");
  const go = document.getElementById("tour-go");
  go.hidden = isHere;
  go.href = at;
  for (const shown of document.querySelectorAll(".tour-target")) shown.classList.remove("tour-target");
  if (isHere) document.querySelector(target)?.classList.add("tour-target");
}

function end() {
  sessionStorage.setItem(KEPT, "-1");
  box.hidden = true;
  for (const shown of document.querySelectorAll(".tour-target")) shown.classList.remove("tour-target");
}

function look() {
  const { at, done } = STEPS[step];
  if (!box.hidden && done && location.pathname === at && done() && step < STEPS.length - 1) enter(step + 1);
}

document.getElementById("tour-back").addEventListener("click", () => enter(Math.max(step - 1, 0)));
document.getElementById("tour-next").addEventListener("click", () => (step === STEPS.length - 1 ? end() : enter(step + 1)));
document.getElementById("tour-end").addEventListener("click", end);
if (step < 0) box.hidden = true;
else {
  show();
  setInterval(look, LOOKS);
}
