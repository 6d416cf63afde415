"use strict";
// The tree from left to right: a row for each node that shows, the nodes below one to its right.
const { nodes, shapes } = JSON.parse(document.getElementById("data").textContent);
const view = document.getElementById("view"), svg = document.getElementById("tree");
const ROW = 26, GAP = 34, PAD = 12, NS = "http://www.w3.org/2000/svg";
const SIGNS = { max: "▲", min: "▼", chance: "●", leaf: "■" };

nodes.forEach((node, index) => node.below.forEach((below) => (nodes[below].above = index)));
let chosen = 0, zoom = 1, shown = [];
const open = new Set();

// Those of the main line, and the root.
function mainLine() {
  open.clear();
  nodes.forEach((node, index) => { if (node.main && node.below.length) open.add(index); });
}

function element(name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  return made;
}

const ruler = document.createElement("canvas").getContext("2d");
function widthOf(node) {
  ruler.font = "600 13px system-ui, sans-serif";
  return ruler.measureText((node.move ?? "start") + "  " + node.value).width + 62;
}
nodes.forEach((node) => (node.width = widthOf(node)));

function restOf(node) {
  const parts = [];
  if (node.skipped.length) parts.push(node.skipped.length + " cut");
  if (node.left_out) parts.push(node.left_out.toLocaleString("en") + " not kept");
  return parts.join(", ");
}

// Where everything is: rows in depth-first order, a column for each ply, as wide as its widest node.
function layout() {
  shown = [];
  const widths = [];
  const visit = (index, ply) => {
    const node = nodes[index];
    node.ply = ply;
    widths[ply] = Math.max(widths[ply] ?? 0, node.width);
    shown.push(index);
    node.row = shown.rows++;
    if (!open.has(index)) return;
    // The first node below stands in the same row.
    node.below.forEach((below, place) => { if (place === 0) shown.rows--; visit(below, ply + 1); });
    if (node.below.length && restOf(node)) { node.restRow = shown.rows++; widths[ply + 1] = Math.max(widths[ply + 1] ?? 0, 130); }
  };
  shown.rows = 0;
  visit(0, 0);
  const starts = [PAD];
  widths.forEach((width, ply) => (starts[ply + 1] = starts[ply] + width + GAP));
  shown.forEach((index) => { const node = nodes[index]; node.x = starts[node.ply]; node.y = PAD + ROW * node.row; });
  return [starts[widths.length], 2 * PAD + ROW * shown.rows, starts];
}

let width = 0, height = 0, starts = [];

function draw() {
  [width, height, starts] = layout();
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  resize();
  paint();
}

function resize() {
  svg.setAttribute("width", width * zoom);
  svg.setAttribute("height", height * zoom);
}

// Too small to be read, nodes are boxes.
const LEGIBLE = 0.4;

// Only what is in view is drawn, so that thousands of nodes may be unfolded.
function paint() {
  const top = view.scrollTop / zoom - ROW, bottom = top + view.clientHeight / zoom + 2 * ROW;
  const edges = ["", ""], boxes = ["", ""], parts = [];
  const edge = (from, x, row, main) => {
    const [x1, y1, y2] = [from.x + from.width, from.y + ROW / 2 - 1, row + ROW / 2 - 1];
    if (y1 > bottom || y2 < top) return;
    const bend = (x1 + x) / 2;
    edges[+main] += `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x} ${y2}`;
  };
  for (const index of shown) {
    const node = nodes[index];
    if (index) edge(nodes[node.above], node.x, node.y, node.main);
    if (open.has(index) && node.below.length && restOf(node)) {
      const [x, y] = [starts[node.ply + 1], PAD + ROW * node.restRow];
      edge(node, x, y, false);
      if (y > top && y < bottom && zoom >= LEGIBLE)
        parts.push(element("text", { class: "rest", x: x + 6, y: y + 17 }, restOf(node)));
    }
    if (node.y < top || node.y > bottom) continue;
    if (zoom >= LEGIBLE || index === chosen) parts.push(drawn(index, node));
    else boxes[+node.main] += `M${node.x} ${node.y + 3}h${node.width}v${ROW - 8}h${-node.width}z`;
  }
  const path = (name, main, d) => element("path", { class: name + (main ? " main" : ""), d, "aria-hidden": "true" });
  svg.replaceChildren(
    ...[0, 1].flatMap((main) => [path("edge", main, edges[main]), path("box", main, boxes[main])]), ...parts);
  svg.setAttribute("aria-activedescendant", "n" + chosen);
}

function drawn(index, node) {
  const group = element("g", { class: "node" + (node.main ? " main" : "") + (index === chosen ? " chosen" : ""),
    role: "treeitem", id: "n" + index, transform: `translate(${node.x} ${node.y})`,
    "aria-level": node.ply + 1, "aria-selected": index === chosen,
    "aria-label": `${node.move ?? "start"}, value ${node.value}, ${node.why}` });
  const unkept = !node.below.length && restOf(node);
  group.append(
    element("title", {}, `window ${node.window}, value ${node.value}, ${node.why}${unkept ? "; " + unkept : ""}`),
    element("rect", { x: 0, y: 1, width: node.width, height: ROW - 4, rx: 6 }),
    element("text", { class: "kind", x: 8, y: 17, "font-size": 10 }, SIGNS[node.kind]),
    element("text", { x: 22, y: 17 }, node.move ?? "start"),
    element("text", { class: "value", x: node.width - 22, y: 17, "text-anchor": "end" }, node.value));
  if (node.below.length) group.setAttribute("aria-expanded", open.has(index));
  const sign = node.below.length ? (open.has(index) ? "−" : "+") : unkept ? "…" : "";
  group.append(element("text", { class: "fold", x: node.width - 16, y: 17 }, sign));
  return group;
}

svg.addEventListener("click", (event) => {
  if (moved) return;
  const box = svg.getBoundingClientRect();
  const [x, y] = [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
  const hit = shown.find((index) => {
    const node = nodes[index];
    return x >= node.x && x <= node.x + node.width && y >= node.y && y <= node.y + ROW;
  });
  if (hit === undefined) return;
  const node = nodes[hit], fold = hit === chosen || x > node.x + node.width - 22;
  choose(hit);
  if (node.below.length && fold) toggle(hit);
});

function toggle(index) {
  open.has(index) ? open.delete(index) : open.add(index);
  draw();
}

// Chooses a node: unfolds what is above it, brings it into view and tells about it.
function choose(index) {
  let hidden = false;
  for (let at = nodes[index].above; at !== undefined; at = nodes[at].above)
    if (!open.has(at)) { open.add(at); hidden = true; }
  chosen = index;
  if (hidden) draw();
  const { x, y, width } = nodes[index];
  const [left, top, right, bottom] = [x * zoom - 40, y * zoom - 40, (x + width) * zoom + 40, (y + ROW) * zoom + 40];
  if (left < view.scrollLeft) view.scrollLeft = left;
  else if (right > view.scrollLeft + view.clientWidth) view.scrollLeft = Math.min(left, right - view.clientWidth);
  if (top < view.scrollTop) view.scrollTop = top;
  else if (bottom > view.scrollTop + view.clientHeight) view.scrollTop = bottom - view.clientHeight;
  paint();
  tell(nodes[index]);
}

function row(table, head, ...cells) {
  const line = table.insertRow();
  if (head !== null) line.append(Object.assign(document.createElement("th"), { textContent: head, scope: "row" }));
  for (const cell of cells) cell instanceof Node ? line.insertCell().append(cell) : (line.insertCell().textContent = cell);
  return line;
}

function tell(node) {
  const path = [];
  for (let at = node; at.move; at = nodes[at.above]) path.unshift(at.move);
  document.getElementById("path").textContent = path.join(" ") || "Where the search begins";
  document.getElementById("board").innerHTML = node.board.map((shape) => shapes[shape]).join("\n");
  const facts = document.getElementById("facts");
  facts.replaceChildren();
  row(facts, "to move", node.mover);
  row(facts, "value", node.value);
  row(facts, "window", node.window);
  row(facts, "left", node.why);
  if (node.odds) row(facts, "probability", node.odds);
  if (node.left_out) row(facts, "not kept", node.left_out.toLocaleString("en") + " positions below");
  const moves = document.getElementById("moves");
  moves.replaceChildren();
  for (const below of node.below) {
    const button = Object.assign(document.createElement("button"), { textContent: nodes[below].move });
    button.addEventListener("click", () => { choose(below); svg.focus({ preventScroll: true }); });
    row(moves, null, button, nodes[below].value, nodes[below].why).cells[1].className = "number";
  }
  for (const [move, why] of node.skipped) row(moves, null, move, "", why).className = "cut";
  document.getElementById("listed").hidden = !moves.rows.length;
}

// Zooms about the middle of what is seen, or about a point of it.
function zoomBy(factor, x = view.clientWidth / 2, y = view.clientHeight / 2) {
  const before = zoom;
  zoom = Math.min(4, Math.max(0.01, zoom * factor));
  const [across, down] = [(view.scrollLeft + x) / before, (view.scrollTop + y) / before];
  resize();
  view.scrollLeft = across * zoom - x;
  view.scrollTop = down * zoom - y;
  paint();
}

// All of it, unless that would be too small to make anything out: then its whole width.
function fit() {
  const down = Math.max(view.clientHeight / height, 0.25);
  zoomBy(Math.min(view.clientWidth / width, down, 1) / zoom);
}

const commands = {
  main: () => { mainLine(); draw(); choose(chosen); },
  fold: () => { open.clear(); chosen = 0; draw(); choose(0); },
  unfold: () => { nodes.forEach((node, index) => node.below.length && open.add(index)); draw(); choose(chosen); },
  larger: () => zoomBy(1.25),
  smaller: () => zoomBy(0.8),
  fit,
};
for (const name in commands) document.getElementById(name).addEventListener("click", commands[name]);

svg.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const node = nodes[chosen], at = shown.indexOf(chosen), unfolded = open.has(chosen);
  const step = (index) => index !== undefined && choose(index);
  const keys = {
    ArrowDown: () => step(shown[at + 1]),
    ArrowUp: () => step(shown[at - 1]),
    ArrowRight: () => node.below.length && (unfolded ? step(node.below[0]) : toggle(chosen)),
    ArrowLeft: () => (unfolded && node.below.length ? toggle(chosen) : step(node.above)),
    Enter: () => node.below.length && toggle(chosen),
    " ": () => node.below.length && toggle(chosen),
    Home: () => choose(0),
    End: () => step(shown[shown.length - 1]),
    "+": commands.larger, "-": commands.smaller, "0": commands.fit,
    m: commands.main, u: commands.unfold, f: commands.fold,
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

view.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  const box = view.getBoundingClientRect();
  zoomBy(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });

// Dragging moves the sheet; a press that does not move is a click.
let from = null, moved = false;
view.addEventListener("pointerdown", (event) => {
  if (event.button || event.pointerType !== "mouse") return;
  from = [event.clientX, event.clientY, view.scrollLeft, view.scrollTop];
  moved = false;
});
window.addEventListener("pointermove", (event) => {
  if (!from) return;
  const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
  if (Math.hypot(dx, dy) > 4) { moved = true; view.classList.add("dragged"); }
  if (moved) { view.scrollLeft = from[2] - dx; view.scrollTop = from[3] - dy; }
});
window.addEventListener("pointerup", () => { from = null; view.classList.remove("dragged"); setTimeout(() => (moved = false)); });

let waiting = false;
function paintSoon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; paint(); });
}
view.addEventListener("scroll", paintSoon);
window.addEventListener("resize", paintSoon);

mainLine();
draw();
choose(0);
svg.focus({ preventScroll: true });
