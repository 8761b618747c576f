// Dragging a rectangle over the page selects all that lies in it; the next name goes to all of it.

const MIN_DRAG = 6; // pixels: less is a click
const EDGE = 40, SPEED = 14; // pixels from the edge of the view at which it scrolls; pixels a frame
const PART = 0.5; // share of an element that must lie inside

export class Rectangle {
  constructor(stage, { onRows }) {
    Object.assign(this, { stage, onRows, from: null, isTool: false, rows: [] });
    this.button = document.getElementById("rectangle");
    const { box } = stage;
    box.addEventListener("pointerdown", (event) => this.begin(event));
    box.addEventListener("pointermove", (event) => this.move(event));
    box.addEventListener("pointerup", (event) => this.end(event));
    box.addEventListener("pointercancel", () => this.stop());
    box.addEventListener("click", (event) => this.swallow(event), true);
    this.button?.addEventListener("click", () => this.setTool(!this.isTool));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.from) this.stop();
    });
  }

  // With the tool a finger draws, too; without it a finger scrolls.
  setTool(isTool) {
    this.isTool = isTool;
    this.button?.setAttribute("aria-pressed", String(isTool));
    this.stage.box.classList.toggle("draws", isTool);
  }

  at(event) {
    const edge = this.stage.box.getBoundingClientRect(), { level } = this.stage.zoom;
    return { x: (event.clientX - edge.left) / level, y: (event.clientY - edge.top) / level };
  }

  begin(event) {
    if (event.button || (event.pointerType === "touch" && !this.isTool)) return;
    this.from = this.at(event);
    this.adds = event.shiftKey;
    this.isDragged = false;
    if (event.shiftKey) event.preventDefault(); // else the browser selects text
  }

  move(event) {
    if (!this.from) return;
    this.last = event;
    const to = this.at(event);
    if (!this.isDragged && Math.hypot(to.x - this.from.x, to.y - this.from.y) * this.stage.zoom.level < MIN_DRAG) return;
    if (!this.isDragged) {
      this.isDragged = this.stage.isDrawn = true;
      this.stage.box.setPointerCapture(event.pointerId);
      this.stage.hover(-1);
      this.scroll();
    }
    this.draw();
  }

  // The view follows a pointer that is held at its edge.
  scroll() {
    if (!this.from || !this.isDragged) return;
    const { top, bottom } = this.stage.scroll.getBoundingClientRect(), y = this.last.clientY;
    const step = y < top + EDGE ? -SPEED : y > bottom - EDGE ? SPEED : 0;
    if (step) {
      this.stage.scroll.scrollTop += step;
      this.draw();
    }
    requestAnimationFrame(() => this.scroll());
  }

  box() {
    const to = this.at(this.last), { x, y } = this.from;
    const left = Math.min(x, to.x), top = Math.min(y, to.y);
    return { left, top, width: Math.abs(x - to.x), height: Math.abs(y - to.y) };
  }

  draw() {
    const { left, top, width, height } = this.box();
    this.stage.drawing.layer("rectangle", "rectangle").setAttribute("d", `M${left} ${top}h${width}v${height}h${-width}z`);
  }

  end(event) {
    if (!this.from) return;
    this.last = event;
    const { isDragged, adds } = this, box = isDragged ? this.box() : null;
    this.stop();
    if (!box) return;
    this.justDragged = true;
    setTimeout(() => { this.justDragged = false; }, 0);
    const found = rowsInside(this.stage.view, box);
    this.rows = adds ? [...new Set([...this.rows, ...found])].sort((one, other) => one - other) : found;
    this.onRows(this.rows);
  }

  stop() {
    this.from = null;
    this.stage.isDrawn = false;
    this.stage.drawing.layer("rectangle", "rectangle").setAttribute("d", "");
  }

  // The click that a browser sends after a drag selects nothing.
  swallow(event) {
    if (!this.justDragged) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}

const hasOwnText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

function isInside(element, { left, top, width, height }) {
  const box = element.getBoundingClientRect();
  if (!box.width || !box.height) return null; // not shown: it neither counts for nor against
  const across = Math.min(box.right, left + width) - Math.max(box.left, left);
  const down = Math.min(box.bottom, top + height) - Math.max(box.top, top);
  return across > 0 && down > 0 && across * down >= PART * box.width * box.height;
}

// The outermost elements of which all that says or shows something lies in the box.
export function rowsInside(view, box) {
  const all = new Map(), inside = new Map();
  for (const element of view.elements.values()) {
    if (!hasOwnText(element) && !element.matches("img, [data-t]")) continue;
    const isIn = isInside(element, box);
    if (isIn === null) continue;
    for (let at = element; at; at = at.parentElement) {
      all.set(at, (all.get(at) || 0) + 1);
      if (isIn) inside.set(at, (inside.get(at) || 0) + 1);
    }
  }
  const isWhole = (element) => Boolean(element) && inside.get(element) === all.get(element) && element.hasAttribute("data-w");
  return [...inside.keys()].filter((element) => isWhole(element) && !isWhole(element.parentElement))
    .map((element) => view.rowOf(element)).sort((one, other) => one - other);
}
