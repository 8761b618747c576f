// The page over its picture: as a browser draws it, where the page was saved without what belongs to it.
import { post } from "./api.js";
import { say, sayError } from "./messages.js";
import { _, said } from "./words.js";

const LOOKS = 700; // milliseconds between two looks whether it is drawn
const KEPT = "weft-drawn"; // on or off, as the person chose last

export class PictureView {
  constructor(stage, number) {
    Object.assign(this, { stage, number, isShown: false });
    this.button = document.getElementById("picture");
    this.button.addEventListener("click", () => this.toggle());
  }

  // Shown by itself where it says more than the frame, unless the person wants none, or is at work already.
  async open() {
    const wish = localStorage.getItem(KEPT);
    const state = await this.ask(wish === "on");
    this.button.hidden = state === "off";
    if (wish !== "off" && (await this.wait(state)) && this.stage.row < 0 && !this.isShown) this.swap(true);
  }

  async toggle() {
    localStorage.setItem(KEPT, this.isShown ? "off" : "on");
    if (this.isShown) return this.swap(false);
    const state = await this.ask(true);
    if (state === "drawing") say(_("The page is being drawn …"));
    if (await this.wait(state)) this.swap(true);
    else say([_("There is no picture of this page."), said(this.why || "")].join(" "), { bad: true });
  }

  async ask(asked) {
    try {
      const { state, why } = await post(`/api/pages/${this.number}/picture`, { asked });
      this.why = why;
      return state;
    } catch (error) {
      sayError(error);
      return "off";
    }
  }

  async wait(state) {
    for (let now = state; ; now = await this.ask(true)) {
      if (now !== "drawing") return now === "ready";
      await new Promise((resolve) => setTimeout(resolve, LOOKS));
    }
  }

  swap(isShown) {
    const { view, scroll } = this.stage, { frame } = view, share = scroll.scrollTop / Math.max(scroll.scrollHeight, 1);
    this.isShown = isShown;
    this.button.setAttribute("aria-pressed", String(isShown));
    this.stage.deselect();
    view.elements.clear();
    frame.addEventListener("load", () => {
      this.stage.resize();
      if (this.stage.state) this.stage.openAtChoice();
      else scroll.scrollTop = share * scroll.scrollHeight;
      frame.dataset.drawn = isShown ? "yes" : "";
    }, { once: true });
    frame.src = `/frame/${this.number}${isShown ? "/drawn" : ""}`;
  }
}
