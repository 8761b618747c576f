// What is drawn over the page: one SVG path a style, however many elements it outlines, and the labels of marks.
import { colourOf, shownName } from "./names.js";

const BAR = 3; // pixels: the bar at the left of what is kept
const LABEL_HEIGHT = 14, ROOM = 110; // pixels: of a label; that a label needs beside a box

const outline = ({ left, top, width, height }) => `M${left} ${top}h${width}v${height}h${-width}z`;

export class Drawing {
  constructor(view, shapes, labels) {
    Object.assign(this, { view, shapes, labels, layers: new Map() });
  }

  layer(key, className) {
    let path = this.layers.get(key);
    if (!path) {
      path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      this.layers.set(key, path);
      this.shapes.append(path);
    }
    path.setAttribute("class", className);
    return path;
  }

  draw(key, className, rows) {
    const boxes = rows.flatMap((row) => this.view.boxes(row));
    this.layer(key, className).setAttribute("d", boxes.map(outline).join(""));
  }

  // weft's own choice, quiet: a tint and a bar.
  drawKept(rows) {
    const boxes = rows.flatMap((row) => this.view.boxes(row));
    this.layer("kept", "kept").setAttribute("d", boxes.map(outline).join(""));
    const bars = boxes.map(({ left, top, height }) => ({ left: Math.max(left - 2 * BAR, 0), top, width: BAR, height }));
    this.layer("bar", "bar").setAttribute("d", bars.map(outline).join(""));
  }

  drawState(state, fields, shown) {
    for (const key of [...this.layers.keys()].filter((name) => /^(mark|found)-/.test(name))) {
      this.layers.get(key).remove();
      this.layers.delete(key);
    }
    this.labels.replaceChildren();
    this.taken = new Map(); // the heights of labels, by the edge that they are at
    this.drawKept(state.kept);
    const marked = new Set(state.marks.map((mark) => mark.name));
    for (const field of state.fields) {
      const isQuiet = !marked.has(field.name) && field.row >= 0 && shown.includes(field.name);
      if (isQuiet) this.drawNamed("found", field.name, [field.row], fields);
    }
    if (!marked.has("record")) {
      const starts = state.records.map((record) => record.row ?? record.start);
      if (starts.length) this.drawNamed("found", "record", starts, fields);
    }
    const byName = new Map();
    for (const mark of state.marks) byName.set(mark.name, [...(byName.get(mark.name) || []), ...mark.rows]);
    for (const [name, rows] of byName) this.drawNamed("mark", name, rows, fields);
    for (const top of ["same-kind", "hover", "selected"]) this.shapes.append(this.layer(top, top));
  }

  drawNamed(kind, name, rows, fields) {
    const colour = colourOf(name, fields);
    this.draw(`${kind}-${name}`, `${kind} ${colour}`, rows);
    for (const row of rows.slice(0, 200)) this.drawLabel(kind, name, colour, this.view.boxes(row)[0]);
  }

  drawLabel(kind, name, colour, box) {
    if (!box) return;
    const label = document.createElement("span");
    label.className = `${kind} ${colour}`;
    label.textContent = shownName(name);
    // In the upper right corner of a long box, above the left one of a short box: there is rarely text.
    const width = this.labels.parentElement.clientWidth;
    const isLong = box.right > width - ROOM;
    let top = Math.max(Math.round(isLong ? box.top : box.top - LABEL_HEIGHT + 1), 0);
    const edge = Math.round(isLong ? Math.min(box.right, width) : Math.max(box.left, 0));
    const taken = this.taken.get(edge) || [];
    this.taken.set(edge, taken);
    for (let other; (other = taken.find((used) => Math.abs(used - top) < LABEL_HEIGHT)) !== undefined; ) top = other + LABEL_HEIGHT;
    taken.push(top);
    label.style.top = `${top}px`;
    if (isLong) label.style.right = `${width - edge}px`;
    else label.style.left = `${edge}px`;
    this.labels.append(label);
  }
}
