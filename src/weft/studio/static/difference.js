// What a change does to a text, line by line: the longest common subsequence of short texts, else a plain comparison.

const MOST_LINES = 400; // of each side: the table of the comparison is their product

function table(before, after) {
  const width = after.length + 1;
  const longest = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const here = i * width + j;
      longest[here] = before[i] === after[j] ? longest[here + width + 1] + 1 : Math.max(longest[here + width], longest[here + 1]);
    }
  }
  return { longest, width };
}

const CUT = "…"; // the server cuts long texts around the first difference

// The lines of a text; a last line that is cut says nothing about a difference.
function linesOf(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean).slice(0, MOST_LINES);
  return lines.length > 1 && lines.at(-1).endsWith(CUT) ? lines.slice(0, -1) : lines;
}

// A list of [kind, line], kind being "same", "gone" or "come".
export function compare(before, after) {
  const old = linesOf(before), fresh = linesOf(after);
  const { longest, width } = table(old, fresh);
  const found = [];
  let i = 0, j = 0;
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      found.push(["same", old[i]]);
      i += 1;
      j += 1;
    } else if (j >= fresh.length || (i < old.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
      found.push(["gone", old[i]]);
      i += 1;
    } else {
      found.push(["come", fresh[j]]);
      j += 1;
    }
  }
  return found;
}

// Only one unchanged line before and after each change is kept.
export function shorten(lines) {
  const near = (place) => [place - 1, place, place + 1].some((at) => lines[at] && lines[at][0] !== "same");
  const shown = [];
  lines.forEach((line, place) => {
    if (near(place)) shown.push(line);
    else if (shown.at(-1)?.[1] !== "…") shown.push(["same", "…"]);
  });
  return shown;
}
