// What is drawn over a board: what was touched and where that leads, arrows, and where the keyboard is.

import { s } from "/dom.js";

// A circle around the middle of a place, whose radius is a part of its size.
export function disc(place, className, part) {
  return s("circle", { class: className, cx: place.at[0], cy: place.at[1], r: part * place.size });
}

function frame(place, className) {
  const { x, y, width, height } = place.box;
  return s("rect", { class: className, x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 9 });
}

export function focusRing(place) {
  return s("g", { class: "focus-ring" }, frame(place, "outer"), frame(place, "inner"));
}

// On a place, and below what stands there.
function lay(place, mark) {
  const room = place.group.querySelector(":scope > rect, :scope > circle");
  if (room) room.after(mark);
  else place.group.prepend(mark);
}

// Draws all marks anew. `over` is a group above everything in the drawing.
export function drawMarks(over, places, { picked, targets, arrows }) {
  for (const old of over.ownerSVGElement.querySelectorAll(".mark, .marks, .hover")) old.remove();
  const found = (names) => names.map((name) => places.get(name)).filter(Boolean);
  for (const place of found(picked)) lay(place, frame(place, "mark picked"));
  const dots = found(targets).map((place) => {
    const taken = place.group.querySelector("[data-side]") && !place.long;
    return taken ? disc(place, "target-full", 0.44) : disc(place, "target-free", 0.15);
  });
  over.prepend(s("g", { class: "marks" }, ...dots, ...arrows.flatMap((wanted) => arrow(found(wanted.touches), wanted.tone))));
}

// Arrows from each place to the next; a ring where there is only one.
function arrow(rooms, tone = "good") {
  if (rooms.length === 1) return [disc(rooms[0], `arrow ring ${tone}`, 0.4)];
  return rooms.slice(1).map((to, step) => shaft(rooms[step], to, tone));
}

function shaft(from, to, tone) {
  const [x, y] = to.at;
  const [dx, dy] = [x - from.at[0], y - from.at[1]];
  const length = Math.hypot(dx, dy) || 1;
  const unit = Math.min(from.size, to.size);
  // A point so far along the arrow, and so far aside; zero is its tip.
  const at = (along, aside = 0) => `${x - (dx * along - dy * aside) * unit / length} ${y - (dy * along + dx * aside) * unit / length}`;
  return s("g", { class: `arrow ${tone}` },
    s("path", { d: `M${at(length / unit - 0.25)}L${at(0.36)}`, "stroke-width": 0.14 * unit }),
    s("path", { class: "head", d: `M${at(0)}L${at(0.36, 0.2)}L${at(0.36, -0.2)}Z` }));
}
