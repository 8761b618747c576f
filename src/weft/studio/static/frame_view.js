// The page in its sandboxed frame: which element lies under a point, and where the elements lie. Nothing in it runs.
import { _ } from "./words.js";

const MAX_HEIGHT = 400000; // pixels: browsers draw no taller box well
const EMPTY_COVER = /^\s*$/;

export class FrameView {
  constructor(frame) {
    this.frame = frame;
    this.elements = new Map(); // by row
    this.known = new Map(); // boxes by row, until the layout changes
    this.ready = new Promise((resolve) => { this.resolve = resolve; });
    const take = () => { if (this.read()) this.resolve(this); };
    frame.addEventListener("load", take);
    if (frame.contentDocument?.readyState === "complete") take();
  }

  get document() {
    return this.frame.contentDocument;
  }

  read() {
    if (!this.document?.documentElement || this.document.URL === "about:blank") return false;
    for (const element of this.document.querySelectorAll("[data-w]")) {
      this.elements.set(Number(element.getAttribute("data-w")), element);
    }
    this.fitHeight();
    return this.elements.size > 0;
  }

  // As high as its content, so that the column scrolls and not the frame.
  fitHeight() {
    const root = this.document.documentElement;
    this.known.clear();
    this.frame.style.height = "0";
    const height = Math.max(root.scrollHeight, this.document.body?.scrollHeight || 0, this.frame.parentElement.clientHeight);
    this.frame.style.height = `${Math.min(height, MAX_HEIGHT)}px`;
  }

  // The row under a point; empty covers that lie over everything are looked through.
  rowAt(x, y) {
    const under = this.document.elementsFromPoint(x, y);
    const isCover = (element) => EMPTY_COVER.test(element.textContent) && !element.closest("img, svg, video, [data-t]");
    const found = under.find((element) => !isCover(element)) || under[0];
    return this.rowOf(found);
  }

  rowOf(element) {
    const marked = element?.closest?.("[data-w]");
    return marked ? Number(marked.getAttribute("data-w")) : -1;
  }

  // Boxes of a row on the layer: one for a block, one a line for words in a line.
  boxes(row) {
    const known = this.known.get(row);
    if (known) return known;
    const boxes = this.findBoxes(row);
    this.known.set(row, boxes);
    return boxes;
  }

  findBoxes(row) {
    const element = this.elements.get(row);
    if (!element) return [];
    const rects = [...element.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
    return rects.length ? rects : this.boxesInside(element);
  }

  // Elements with display: contents, and those whose children float, have no box of their own.
  boxesInside(element) {
    const range = this.document.createRange();
    range.selectNodeContents(element);
    const rect = range.getBoundingClientRect();
    return rect.width > 0 && rect.height > 0 ? [rect] : [];
  }

  isInside(row, outer) {
    const element = this.elements.get(row);
    return Boolean(element && this.elements.get(outer)?.contains(element));
  }

  parent(row) {
    return this.rowOf(this.elements.get(row)?.parentElement);
  }

  child(row) {
    const element = this.elements.get(row)?.querySelector("[data-w]");
    return this.rowOf(element);
  }

  sibling(row, direction) {
    let element = this.elements.get(row);
    do element = direction > 0 ? element?.nextElementSibling : element?.previousElementSibling;
    while (element && !(element.hasAttribute("data-w") && element.getClientRects().length));
    return this.rowOf(element);
  }

  // The nearest ancestor that is more than a wrapper of the same text.
  wider(row) {
    const text = this.text(row);
    let outer = this.parent(row);
    while (outer >= 0 && this.parent(outer) >= 0 && this.text(outer) === text) outer = this.parent(outer);
    return outer;
  }

  text(row) {
    return (this.elements.get(row)?.textContent || "").trim();
  }

  // As a person would name it: div#main, p.lead.
  describe(row) {
    const element = this.elements.get(row);
    if (!element) return "";
    const tag = element.getAttribute("data-t") || element.tagName.toLowerCase();
    if (tag === "w-t") return _("text");
    const identity = element.id ? `#${element.id}` : "";
    const first = (element.getAttribute("class") || "").trim().split(/\s+/)[0];
    return tag + (identity || (first ? `.${first}` : ""));
  }

  path(row) {
    const rows = [];
    for (let at = row; at >= 0; at = this.parent(at)) rows.unshift(at);
    return rows;
  }
}
