// The size at which a page is shown: smaller shows it as a wide window would, larger lets one read small print.
import { percent } from "./words.js";

const LEVELS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2];
const KEPT = "weft-zoom";

export class Zoom {
  constructor(canvas, onChange) {
    Object.assign(this, { canvas, onChange });
    const kept = Number(localStorage.getItem(KEPT));
    this.level = LEVELS.includes(kept) ? kept : 1;
    this.apply();
    document.getElementById("zoom-out").addEventListener("click", () => this.step(-1));
    document.getElementById("zoom-in").addEventListener("click", () => this.step(1));
  }

  step(direction) {
    const place = LEVELS.indexOf(this.level) + direction;
    if (!LEVELS[place]) return;
    this.level = LEVELS[place];
    localStorage.setItem(KEPT, String(this.level));
    this.apply();
    this.onChange();
  }

  apply() {
    this.canvas.style.zoom = String(this.level);
    document.getElementById("zoom-level").value = percent(this.level);
    document.getElementById("zoom-out").disabled = this.level === LEVELS[0];
    document.getElementById("zoom-in").disabled = this.level === LEVELS.at(-1);
  }
}
