// The page under its transparent layer: pointing, selecting, widening, and the path of what is selected.
import { Drawing } from "./drawing.js";
import { FrameView } from "./frame_view.js";
import { Zoom } from "./zoom.js";
import { shownName } from "./names.js";
import { _ } from "./words.js";

const CRUMBS = 7; // the last steps of a path; the first ones are rarely wanted
const RESTS = 120; // milliseconds that a pointer rests on an element before its locator is asked for
const OPENS_AT = 90; // pixels between the top of the view and the first thing that is kept
const SPOKEN = 120; // characters of a text that are read out

export class Stage {
  constructor({ onSelect, locate = null }) {
    this.scroll = document.getElementById("scroll");
    this.canvas = document.getElementById("canvas");
    this.box = document.getElementById("layer");
    this.crumbs = document.getElementById("crumbs");
    this.hint = this.crumbs.firstElementChild;
    this.view = new FrameView(document.getElementById("frame"));
    this.drawing = new Drawing(this.view, document.getElementById("shapes"), document.getElementById("labels"));
    Object.assign(this, { onSelect, locate, row: -1, trail: [], sameKind: [], state: null, fields: [], locators: new Map() });
    this.tag = document.getElementById("locator");
    this.zoom = new Zoom(this.canvas, () => this.resize());
    this.ready = this.view.ready.then(() => this.listen());
  }

  listen() {
    this.box.addEventListener("pointermove", (event) => this.point(event));
    this.box.addEventListener("pointerleave", () => this.hover(-1));
    this.box.addEventListener("click", (event) => this.click(event));
    let width = this.canvas.clientWidth;
    new ResizeObserver(() => {
      if (this.canvas.clientWidth === width) return;
      width = this.canvas.clientWidth;
      this.resize();
    }).observe(this.canvas);
  }

  resize() {
    this.view.fitHeight();
    this.hover(-1); // what lay under the pointer lies elsewhere now
    this.redraw();
    this.crumbs.parentElement.scrollLeft = this.crumbs.scrollWidth;
  }

  rowAt(event) {
    const frame = this.box.getBoundingClientRect();
    return this.view.rowAt((event.clientX - frame.left) / this.zoom.level, (event.clientY - frame.top) / this.zoom.level);
  }

  point(event) {
    if (this.pending || this.isDrawn) return; // at most once a frame, and not while a rectangle is drawn
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      const row = this.rowAt(event);
      if (row !== this.hovered) this.hover(row);
    });
  }

  hover(row) {
    this.hovered = row;
    this.drawing.draw("hover", "hover", row >= 0 ? [row] : []);
    this.tag.hidden = true;
    clearTimeout(this.resting);
    if (row >= 0 && this.locate) this.resting = setTimeout(() => this.showLocator(row), RESTS);
  }

  // Where the element is, in the language of templates.
  async showLocator(row) {
    if (!this.locators.has(row)) this.locators.set(row, await this.locate(row));
    const box = this.view.boxes(row)[0], text = this.locators.get(row);
    if (row !== this.hovered || !box || !text) return;
    this.tag.textContent = text;
    this.tag.hidden = false;
    const above = box.top - this.tag.offsetHeight - 2;
    this.tag.style.top = `${above >= 0 ? above : box.bottom + 2}px`;
    this.tag.style.left = `${Math.max(Math.min(box.left, this.canvas.clientWidth - this.tag.offsetWidth - 4), 0)}px`;
  }

  // A click selects; a second click on the same spot widens.
  click(event) {
    const row = this.rowAt(event);
    if (row < 0) return;
    if (row === this.clicked && this.row >= 0 && this.view.isInside(row, this.row)) this.widen();
    else this.select(row);
    this.clicked = row;
  }

  select(row, { trail = [] } = {}) {
    if (row < 0 || !this.view.elements.has(row)) return;
    Object.assign(this, { row, trail, sameKind: [], clicked: -1 });
    this.drawing.draw("selected", "selected", [row]);
    this.drawing.draw("same-kind", "same-kind", []);
    this.showPath();
    this.speak();
    this.onSelect(row);
  }

  deselect() {
    Object.assign(this, { row: -1, trail: [], sameKind: [], clicked: -1 });
    this.drawing.draw("selected", "selected", []);
    this.drawing.draw("same-kind", "same-kind", []);
    this.crumbs.replaceChildren(this.hint);
    this.onSelect(-1);
  }

  widen() {
    const clicked = this.clicked;
    const outer = this.view.wider(this.row);
    if (outer < 0) return;
    this.select(outer, { trail: [...this.trail, this.row] });
    this.clicked = clicked;
  }

  narrow() {
    const inner = this.trail.at(-1) ?? this.view.child(this.row);
    this.select(inner, { trail: this.trail.slice(0, -1) });
  }

  // The arrow keys: the outline of the page as a tree.
  step(direction) {
    if (this.row < 0) this.select(this.firstRow());
    else if (direction === "up") this.select(this.view.parent(this.row), { trail: [...this.trail, this.row] });
    else if (direction === "down") this.narrow();
    else this.select(this.view.sibling(this.row, direction === "right" ? 1 : -1));
    this.reveal(this.row);
  }

  // Where keys begin: weft's own choice, else the body.
  firstRow() {
    const kept = this.state?.kept.find((row) => this.view.elements.has(row));
    return kept ?? this.view.rowOf(this.view.document.body);
  }

  // A page opens at what is taken out of it, not at its navigation.
  openAtChoice() {
    const marked = this.state.marks.flatMap((mark) => mark.rows), records = this.state.records.map((record) => record.start);
    const titles = this.state.fields.filter(({ name, row }) => name === "title" && row >= 0).map(({ row }) => row);
    const rows = marked.length ? marked : [...titles, ...this.state.kept, ...(this.state.kept.length ? [] : records)];
    const tops = rows.flatMap((row) => this.view.boxes(row).slice(0, 1)).map((box) => box.top);
    if (tops.length) this.scroll.scrollTop = Math.max(Math.min(...tops) * this.zoom.level - OPENS_AT, 0);
  }

  reveal(row) {
    const box = this.view.boxes(row)[0];
    if (!box) return;
    const top = box.top * this.zoom.level + this.canvas.offsetTop, { scrollTop, clientHeight } = this.scroll;
    if (top < scrollTop + 40 || top > scrollTop + clientHeight - 80) this.scroll.scrollTop = top - clientHeight / 3;
  }

  showSameKind(rows) {
    this.sameKind = rows;
    this.drawing.draw("same-kind", "same-kind", rows.filter((row) => row !== this.row));
  }

  showState(state, fields, shown = fields) {
    Object.assign(this, { state, fields, shown });
    this.redraw();
  }

  redraw() {
    if (!this.state) return;
    this.drawing.drawState(this.state, this.fields, this.shown);
    this.drawing.draw("selected", "selected", this.row >= 0 ? [this.row] : []);
    this.showSameKind(this.sameKind);
  }

  namesOf(row) {
    return (this.state?.marks || []).filter((mark) => mark.rows.includes(row)).map((mark) => mark.name);
  }

  showPath() {
    const rows = this.view.path(this.row);
    const shown = rows.slice(-CRUMBS);
    const items = shown.map((row) => this.crumb(row));
    if (rows.length > shown.length) {
      const more = this.crumb(rows.at(-CRUMBS - 1));
      more.firstChild.textContent = "…";
      more.firstChild.setAttribute("aria-label", this.view.describe(rows.at(-CRUMBS - 1)));
      items.unshift(more);
    }
    this.crumbs.replaceChildren(...items);
    items.at(-1)?.firstChild.setAttribute("aria-current", "true");
    this.crumbs.parentElement.scrollLeft = this.crumbs.scrollWidth;
  }

  crumb(row) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = this.view.describe(row);
    button.addEventListener("click", () => {
      if (row !== this.row) this.select(row, { trail: [...this.trail, this.row] });
      this.box.focus({ preventScroll: true });
    });
    button.addEventListener("pointerenter", () => this.drawing.draw("hover", "hover", [row]));
    button.addEventListener("pointerleave", () => this.drawing.draw("hover", "hover", []));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  speak() {
    const text = this.view.text(this.row).replace(/\s+/g, " ");
    const names = this.namesOf(this.row);
    document.getElementById("spoken").textContent =
      `${this.view.describe(this.row)}${names.length ? _(", marked {names}", { names: names.map(shownName).join(_(" and ")) }) : ""}: ${text.slice(0, SPOKEN)}`;
  }
}
