// The graph of a game: the chances of one side after each move, with the moments to look at.

import { percent, s } from "/dom.js";

const [WIDTH, HEIGHT, LEFT] = [600, 200, 56];

// `chances` are those at the start and after each move; `moments` are `{ply, kind}`.
export function gameGraph(chances, moments, side) {
  const across = (ply) => LEFT + (WIDTH - LEFT) * ply / Math.max(1, chances.length - 1);
  const down = (chance) => HEIGHT - HEIGHT * chance;
  const line = chances.map((chance, ply) => `${ply ? "L" : "M"}${across(ply).toFixed(1)} ${down(chance).toFixed(1)}`).join("");
  const label = (chance) => {
    const text = s("text", { x: LEFT - 6, y: down(chance) + 6, "text-anchor": "end" });
    text.textContent = percent(chance);
    return text;
  };
  const here = s("path", { class: "here", d: "" });
  const svg = s("svg", { class: "graph", viewBox: `0 -6 ${WIDTH} ${HEIGHT + 12}`, role: "img", "aria-label": summary(chances, side) },
    s("path", { class: "even", d: `M${LEFT} ${down(0.5)}L${WIDTH} ${down(0.5)}` }),
    label(1), label(0.5), label(0),
    s("path", { class: "area", d: `${line}L${across(chances.length - 1)} ${HEIGHT}L${LEFT} ${HEIGHT}Z` }),
    s("path", { class: "curve", d: line }),
    here,
    ...moments.map(({ ply, kind }) => s("circle", { class: `moment ${kind}`, cx: across(ply), cy: down(chances[ply]), r: 8 })));
  const mark = (ply) => here.setAttribute("d", `M${across(ply)} 0L${across(ply)} ${HEIGHT}`);
  const plyAt = (event) => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * WIDTH / box.width;
    return Math.max(0, Math.min(chances.length - 1, Math.round((x - LEFT) * (chances.length - 1) / (WIDTH - LEFT))));
  };
  return { svg, mark, plyAt };
}

function summary(chances, side) {
  const last = chances.at(-1);
  return `The chances of ${side} over ${chances.length - 1} moves, from ${percent(chances[0])} at the start to ${percent(last)} at the end; the best ${percent(Math.max(...chances))}, the worst ${percent(Math.min(...chances))}.`;
}

// A line over time, such as a rating; `points` are `[x, y]`.
export function timeLine(points, label) {
  const [low, high] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const [from, to] = [points[0][0], points.at(-1)[0]];
  const room = Math.max(50, high - low);
  const across = (x) => LEFT + (WIDTH - LEFT - 8) * (to > from ? (x - from) / (to - from) : 0.5);
  const down = (y) => HEIGHT - 8 - (HEIGHT - 16) * (y - (low + high) / 2 + room / 2) / room;
  const text = (y) => {
    const element = s("text", { x: LEFT - 6, y: down(y) + 6, "text-anchor": "end" });
    element.textContent = String(Math.round(y));
    return element;
  };
  return s("svg", { class: "graph", viewBox: `0 -6 ${WIDTH} ${HEIGHT + 12}`, role: "img", "aria-label": label },
    ...(high - low > 20 ? [text(low), text(high)] : [text((low + high) / 2)]),
    s("path", { class: "curve", d: points.map(([x, y], number) => `${number ? "L" : "M"}${across(x).toFixed(1)} ${down(y).toFixed(1)}`).join("") }),
    ...points.map(([x, y]) => s("circle", { class: "moment chance", cx: across(x), cy: down(y), r: 3.5 })));
}
