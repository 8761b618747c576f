// The parts of a page: its regions and structures as a list; pointing shows a part, a click selects it.
import { read } from "./api.js";
import { sayError } from "./messages.js";
import { _, many, percent, said } from "./words.js";

const box = document.getElementById("parts-box");

function item(part, { onPoint, onChoose }) {
  const entry = document.createElement("li"), button = document.createElement("button");
  button.type = "button";
  button.style.paddingInlineStart = `${8 + 14 * part.depth}px`;
  button.className = part.kept > 0 ? "part is-kept" : "part";
  const kind = Object.assign(document.createElement("b"), { textContent: said(part.kind) });
  const element = Object.assign(document.createElement("code"), { textContent: part.element });
  const facts = Object.assign(document.createElement("span"), { className: "soft" });
  const kept = part.kept === 1 ? _("kept") : part.kept ? _("{share} kept", { share: percent(part.kept) }) : _("left out");
  facts.textContent = [many(part.words, "{n} word", "{n} words"), kept].join(_(", "));
  button.append(kind, element, facts);
  button.addEventListener("click", () => onChoose(part.row));
  for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => onPoint(part.row));
  for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => onPoint(-1));
  entry.append(button);
  return entry;
}

export class PartsView {
  constructor(address, hands) {
    Object.assign(this, { address, hands, version: -1 });
    box.addEventListener("toggle", () => this.show());
  }

  toggle() {
    box.open = !box.open;
    if (box.open) box.querySelector("summary").focus();
  }

  // Asked for only while it is open, and again when the marks have changed.
  async show(version = this.shown) {
    this.shown = version;
    if (!box.open || this.version === version) return;
    this.version = version;
    try {
      const { parts } = await read(`${this.address}/parts`);
      document.getElementById("parts").replaceChildren(...parts.map((part) => item(part, this.hands)));
    } catch (error) {
      sayError(error);
    }
  }
}
