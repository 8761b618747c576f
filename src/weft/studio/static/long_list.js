// A long list: rows are made where one looks, and taken away again; the others are boxes of the right height.

const CHUNK = 25, HEIGHT = 51; // rows in a list of their own; pixels of a row, as in the style sheet
const AHEAD = 1200; // pixels above and below the view in which rows are made
const MAX_WHOLE = 500; // rows of a list that is made as a whole: the browser's own search finds all of it

export class LongList {
  constructor(box, rowOf) {
    Object.assign(this, { box, rowOf, chunks: new Map() });
    this.watcher = new IntersectionObserver((entries) => entries.forEach((entry) => this.turn(entry)), { rootMargin: `${AHEAD}px 0px` });
  }

  show(items) {
    this.watcher.disconnect();
    this.chunks.clear();
    const isWhole = items.length <= MAX_WHOLE, made = [];
    for (let start = 0; start < items.length; start += CHUNK) {
      const chunk = document.createElement("ol"), own = items.slice(start, start + CHUNK);
      chunk.className = isWhole ? "chunk" : "";
      chunk.start = start + 1;
      chunk.style.containIntrinsicHeight = `${HEIGHT * own.length}px`;
      this.chunks.set(chunk, own);
      if (isWhole || !start) this.fill(chunk);
      else this.empty(chunk);
      made.push(chunk);
    }
    this.box.replaceChildren(...made);
    if (!isWhole) made.forEach((chunk) => this.watcher.observe(chunk));
  }

  fill(chunk) {
    if (chunk.firstChild) return;
    chunk.style.height = "";
    chunk.append(...this.chunks.get(chunk).map(this.rowOf));
  }

  empty(chunk) {
    chunk.style.height = `${HEIGHT * this.chunks.get(chunk).length}px`;
    chunk.replaceChildren();
  }

  // A row that has the focus stays, however far one scrolls.
  turn({ target, isIntersecting }) {
    if (!this.chunks.has(target)) return;
    if (isIntersecting) this.fill(target);
    else if (!target.contains(document.activeElement)) this.empty(target);
  }
}
