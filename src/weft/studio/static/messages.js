// What is said to the person: a line at the foot of the window that screen readers read out.
import { _ } from "./words.js";

const STAYS = 4200, BAD_STAYS = 9000; // milliseconds

const box = document.getElementById("messages");

export function say(text, { bad = false, link = null } = {}) {
  const line = document.createElement("div");
  if (bad) line.className = "bad";
  const words = document.createElement("span");
  words.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  line.append(words);
  if (link) {
    const anchor = document.createElement("a");
    anchor.href = link.href;
    anchor.textContent = link.text;
    line.append(anchor);
  }
  box.replaceChildren(line); // one at a time: calm
  setTimeout(() => line.remove(), bad ? BAD_STAYS : STAYS);
}

export function sayError(error) {
  if (error.status === 401) {
    say(_("Your session has ended. Open the link that the server printed, then come back."), { bad: true });
  } else {
    say([error.message, error.advice].filter(Boolean).join(" "), { bad: true });
  }
}

export function when(time) {
  const moment = new Date(time);
  return Number.isNaN(moment.getTime()) ? time : moment.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

// Who was first, and when; answers "mine" or "theirs".
export function askConflict(answer) {
  const dialog = document.getElementById("conflict");
  const values = { who: answer.by || _("Someone"), when: when(answer.at) };
  document.getElementById("conflict-text").textContent = [
    answer.at ? _("{who} changed this ({when}) after you opened it.", values) : _("{who} changed this after you opened it.", values),
    _("Nothing was overwritten. You can keep what they did, or do your change again on top of it."),
  ].join(" ");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue || "theirs"), { once: true });
  });
}
