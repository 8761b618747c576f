// Requests to the server. A server that does not answer loses nothing: the request waits and is sent again.
import { _ } from "./words.js";

const FIRST_WAIT = 1000, MAX_WAIT = 15000; // milliseconds between tries

export class Refused extends Error {
  constructor(status, answer) {
    super(answer.error || _("The server answered {status}.", { status }));
    this.status = status;
    this.answer = answer;
    this.advice = answer.what_to_do || "";
  }
}

let waiting = 0; // requests that the server has not taken yet
let wake = () => {};

function showOffline(isOffline) {
  document.getElementById("offline").hidden = !isOffline;
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    wake = () => { clearTimeout(timer); resolve(true); };
  });
}

async function fetchUntilAnswered(path, options) {
  let wait = FIRST_WAIT;
  waiting += 1;
  try {
    for (;;) {
      try {
        const response = await fetch(path, options);
        showOffline(false);
        return response;
      } catch {
        showOffline(true);
        const isAsked = await pause(wait);
        wait = isAsked ? FIRST_WAIT : Math.min(2 * wait, MAX_WAIT);
      }
    }
  } finally {
    waiting -= 1;
  }
}

export async function request(method, path, body) {
  const headers = { "X-Weft-Studio": "1", Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetchUntilAnswered(path, { method, headers, body: text, credentials: "same-origin" });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

export const read = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);
export const put = (path, body) => request("PUT", path, body);

// One write at a time: the next one carries the version that the last one answered.
let last = Promise.resolve();
export function inTurn(act) {
  const turn = last.then(act, act);
  last = turn.catch(() => {});
  return turn;
}

addEventListener("beforeunload", (event) => {
  if (waiting && !document.getElementById("offline").hidden) event.preventDefault();
});
document.getElementById("offline-retry").addEventListener("click", () => wake());
addEventListener("online", () => wake());
