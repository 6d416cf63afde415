// A board that is looked at and played on: by mouse, finger and keyboard. It knows places, not games.

import { drawing, h, s } from "/dom.js";
import { glide } from "/glide.js";
import { prefersStill } from "/settings.js";
import { Touches } from "/touches.js";
import { knock } from "/voice.js";

// The least size of a place, in pixels.
const FINGER = 22;
// Whether the keyboard was used last: then it is shown where it is.
let byKeyboard = false;
document.addEventListener("keydown", () => { byKeyboard = true; }, true);
document.addEventListener("pointerdown", () => { byKeyboard = false; }, true);

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  // `play` is called with the move that was touched.
  constructor({ label = "Board", play = () => {} } = {}) {
    this.play = play;
    this.frame = h("div", { className: "board-frame" });
    this.choices = h("div", { className: "choices", role: "group", "aria-label": "Which move?", hidden: true });
    this.words = h("p", { className: "hidden-text", id: `words-${Math.random().toString(36).slice(2)}` });
    this.element = h("div", { className: "board" }, this.frame, this.choices, this.words);
    this.label = label;
    this.svg = null;
    this.touches = new Touches([]);
    this.places = new Map();
    this.arrows = [];
    this.focused = null;
    this.dropped = null;
  }

  // Shows a board of the server's. `legal` are the moves that can be made on it now.
  show(board, legal = [], { still = false } = {}) {
    const had = this.frame.contains(document.activeElement);
    const old = this.svg;
    this.svg = drawing(board.svg);
    this.svg.setAttribute("role", "application");
    this.svg.setAttribute("aria-label", `${this.label}. Arrow keys move from place to place, Enter touches.`);
    this.svg.setAttribute("aria-describedby", this.words.id);
    this.words.textContent = board.words;
    this.over = s("g", { class: "over" });
    this.svg.append(s("g", { class: "glide" }), this.over);
    this.find(board);
    this.stopDrag();
    this.frame.replaceChildren(this.svg);
    const { width, height } = this.svg.viewBox.baseVal;
    this.element.parentElement?.style.setProperty("--aspect", (width / height).toFixed(4));
    this.touches = new Touches(legal);
    this.check = board.check ?? [];
    this.measure();
    // Where places would be too small for a finger, the board is wider than the window and can be pushed.
    const smallest = Math.min(...[...this.places.values()].map((place) => place.size));
    this.svg.style.minWidth = `${Math.min(900, Math.round(FINGER * width / smallest))}px`;
    if (old && !still && !prefersStill()) glide(old, this.svg, this.dropped);
    if (old && !still) knock();
    this.dropped = null;
    this.listen();
    this.offer();
    this.mark();
    if (!this.places.has(this.focused)) this.focused = null;
    this.tabStop(this.focused ?? [...this.touches.next][0] ?? this.places.keys().next().value);
    if (had && this.focused) this.places.get(this.focused).group.focus({ preventScroll: true });
  }

  // The groups of the drawing that can be touched, with what is said of them.
  find(board) {
    const said = new Map(board.places.map((place) => [place.name, place.words]));
    this.places = new Map();
    const add = (name, group, words) => {
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", words);
      group.setAttribute("tabindex", "-1");
      group.dataset.touch = name;
      group.querySelector(":scope > title")?.remove();
      this.places.set(name, { name, group });
    };
    for (const group of this.svg.querySelectorAll("[data-place]")) {
      add(group.dataset.place, group, said.get(group.dataset.place) ?? group.dataset.place);
    }
    for (const [number, hand] of (board.hands ?? []).entries()) {
      const seat = ["first", "second"][number];
      const group = this.svg.querySelector(`[data-hand="${seat}"]`);
      const kinds = group?.querySelectorAll("[data-held]") ?? [];
      if (group && kinds.length === 0) add(`hand:${seat}`, group, `beside the board: ${hand.map((held) => held.words).join(", ") || "nothing"}`);
      kinds.forEach((kind, at) => hand[at] && add(hand[at].name, kind, `in hand: ${hand[at].words}`));
    }
    for (const title of this.svg.querySelectorAll("[data-hand] > title")) title.remove();
  }

  measure() {
    for (const place of this.places.values()) {
      const shape = place.group.querySelector(":scope > rect, :scope > circle, :scope > use") ?? place.group;
      const box = shape.tagName === "use" ? place.group.getBBox() : shape.getBBox();
      const { x, y, width, height } = box;
      place.box = box;
      place.at = [x + width / 2, y + height / 2];
      // A long place is marked where it is open: at its end towards the middle of the board.
      if (height > 2 * width) place.at[1] += (place.at[1] < 0 ? 0.36 : -0.36) * height;
      place.size = Math.min(width, height);
    }
  }

  // The place that is meant when this one is touched: markers fall down in a rack.
  meant(name) {
    const wanted = this.touches.next;
    if (wanted.has(name) || this.svg.dataset.surface !== "rack") return name;
    const column = this.places.get(name)?.at[0];
    const same = [...wanted].find((other) => Math.abs(this.places.get(other)?.at[0] - column) < 1);
    return same ?? name;
  }

  touch(name, byHand = false) {
    const place = this.meant(name);
    const from = this.touches.path.at(-1);
    const move = this.touches.touch(place);
    this.dropped = byHand && from !== undefined ? place : null;
    if (move) this.made(move);
    else this.offer();
    this.mark();
  }

  made(move) {
    this.touches = new Touches([]);
    this.offer();
    this.mark();
    this.play(move);
  }

  // Buttons for what cannot be touched on the board: which of several moves is meant, that a move ends here
  // although it could go on, or a pass.
  offer() {
    const { path, next, complete } = this.touches;
    const button = (label, onclick, className = "") => h("button", { type: "button", className, onclick }, label);
    const ends = complete.map((move) =>
      button(next.size && path.length ? `Done: ${move.choice ?? move.text}` : move.choice ?? move.text, () => this.made(move)));
    const away = [...next].filter((name) => !this.places.has(name)).map((name) => button(name, () => this.touch(name)));
    const buttons = [...ends, ...away];
    if (buttons.length && path.length) buttons.push(button("Cancel", () => this.clear(), "quiet"));
    const had = this.element.contains(document.activeElement);
    this.choices.replaceChildren(...buttons);
    this.choices.hidden = buttons.length === 0;
    if (had && path.length && complete.length && next.size === 0) this.choices.querySelector("button").focus();
  }

  clear() {
    this.touches.clear();
    this.offer();
    this.mark();
    if (this.focused) this.places.get(this.focused)?.group.focus({ preventScroll: true });
  }

  listen() {
    const nameAt = (event) => {
      const below = document.elementFromPoint(event.clientX, event.clientY);
      const group = below?.closest?.("[data-touch]");
      return group && this.svg.contains(group) ? group.dataset.touch : null;
    };
    this.svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const name = nameAt(event);
      if (name === null) return;
      event.preventDefault();
      this.focus(name);
      const was = this.touches.path.at(-1);
      const begins = this.touches.starts(name) && !(this.touches.path.length && this.touches.next.has(name));
      if (begins) {
        if (was !== name) this.touch(name);
        this.drag(event, name, was === name);
      } else {
        this.pressed = name;
      }
    });
    this.svg.addEventListener("pointermove", (event) => this.dragTo(event));
    this.svg.addEventListener("pointerup", (event) => {
      const name = nameAt(event);
      const drag = this.dragged;
      this.stopDrag();
      if (drag) {
        if (name === drag.name && drag.again && !drag.moved) this.touch(name);
        else if (name !== null && name !== drag.name) this.touch(name, true);
      } else if (name !== null && name === this.pressed) {
        this.touch(name);
      }
      this.pressed = null;
    });
    this.svg.addEventListener("pointercancel", () => this.stopDrag());
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => {
      const group = event.target.closest("[data-touch]");
      if (!group) return;
      this.focused = group.dataset.touch;
      this.tabStop(this.focused);
      this.ring();
    });
    this.svg.addEventListener("focusout", () => this.ring());
  }

  drag(event, name, again) {
    const { group } = this.places.get(name);
    const all = [...group.querySelectorAll("[data-side]")];
    const piece = all.at(-1);
    this.dragged = { name, again, moved: false, from: [event.clientX, event.clientY], piece, copy: null };
    this.svg.setPointerCapture(event.pointerId);
  }

  dragTo(event) {
    const drag = this.dragged;
    if (!drag) return;
    const [x, y] = drag.from;
    if (!drag.moved && Math.hypot(event.clientX - x, event.clientY - y) < 5) return;
    if (!drag.moved) {
      drag.moved = true;
      if (drag.piece?.tagName === "use") {
        drag.copy = drag.piece.cloneNode(true);
        this.over.append(drag.copy);
        drag.piece.setAttribute("opacity", "0.25");
      }
    }
    if (!drag.copy) return;
    const matrix = this.svg.getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const scale = drag.piece.getAttribute("transform").match(/scale\([^)]*\)/)?.[0] ?? "";
    drag.copy.setAttribute("transform", `translate(${point.x} ${point.y})${scale}`);
  }

  stopDrag() {
    this.dragged?.copy?.remove();
    this.dragged?.piece?.removeAttribute("opacity");
    this.dragged = null;
  }

  key(event) {
    const group = event.target.closest("[data-touch]");
    if (!group || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = group.dataset.touch;
    if (event.key in ARROWS) {
      const next = this.neighbour(name, ARROWS[event.key]);
      if (next) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.touch(name);
    } else if (event.key === "Escape") {
      this.clear();
    } else {
      return;
    }
    event.preventDefault();
  }

  // The nearest place in a direction; what lies aside counts more than what lies ahead.
  neighbour(name, [right, down]) {
    const [x, y] = this.places.get(name).at;
    let best = null;
    let least = Infinity;
    for (const other of this.places.values()) {
      const [dx, dy] = [other.at[0] - x, other.at[1] - y];
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (ahead <= 1 || aside > 2 * ahead) continue;
      const distance = ahead + 2.5 * aside;
      if (distance < least) [best, least] = [other.name, distance];
    }
    return best;
  }

  focus(name) {
    const place = this.places.get(name);
    if (!place) return;
    this.focused = name;
    this.tabStop(name);
    place.group.focus({ preventScroll: !byKeyboard });
    this.ring();
  }

  tabStop(name) {
    for (const place of this.places.values()) place.group.setAttribute("tabindex", place.name === name ? "0" : "-1");
  }

  // Around the place that has the keyboard.
  ring() {
    this.svg.querySelector(".focus-ring")?.remove();
    const group = document.activeElement?.closest?.("[data-touch]");
    if (!byKeyboard || !group || !this.svg.contains(group)) return;
    const { box } = this.places.get(group.dataset.touch);
    const { x, y, width, height } = box;
    const ring = s("g", { class: "focus-ring" });
    for (const part of ["outer", "inner"]) {
      ring.append(s("rect", { class: part, x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 8 }));
    }
    this.over.append(ring);
  }

  // Shows what is begun and where it can lead, the check, and arrows.
  mark() {
    const { path, next } = this.touches;
    for (const old of this.svg.querySelectorAll(".mark")) old.remove();
    // On a place, and below what stands there.
    const lay = (place, mark) => {
      const room = place.group.querySelector(":scope > rect, :scope > circle");
      if (room) room.after(mark);
      else place.group.prepend(mark);
    };
    const marks = [];
    for (const place of this.places.values()) {
      const starts = this.touches.path.length === 0 && next.has(place.name);
      place.group.classList.toggle("can-start", starts || this.touches.starts(place.name));
      place.group.classList.toggle("can-drag", this.touches.starts(place.name));
      place.group.classList.toggle("target", next.has(place.name));
      if (path.includes(place.name)) place.group.setAttribute("aria-pressed", "true");
      else place.group.removeAttribute("aria-pressed");
    }
    const rooms = (names) => names.map((name) => this.places.get(name)).filter(Boolean);
    for (const place of rooms(this.check)) {
      lay(place, s("circle", { class: "mark check", cx: place.at[0], cy: place.at[1], r: 0.47 * place.size }));
    }
    for (const place of rooms(path)) {
      const { x, y, width, height } = place.box;
      lay(place, s("rect", { class: "mark picked", x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 10 }));
    }
    if (path.length > 0) {
      for (const place of rooms([...next])) {
        const full = place.group.querySelector("[data-side]") && place.box.height < 2 * place.box.width;
        const shape = { cx: place.at[0], cy: place.at[1], r: (full ? 0.44 : 0.15) * place.size };
        marks.push(s("circle", { class: full ? "target-full" : "target-free", ...shape }));
      }
    }
    for (const old of this.svg.querySelectorAll(".marks, .arrows")) old.remove();
    this.over.prepend(s("g", { class: "marks" }, ...marks), s("g", { class: "arrows" }, ...this.drawnArrows()));
    this.ring();
  }

  // Arrows for moves: `[{touches, tone}]`. The tones are in the style sheet.
  point(arrows) {
    this.arrows = arrows;
    if (this.svg) this.mark();
  }

  drawnArrows() {
    return this.arrows.flatMap(({ touches, tone = "good" }) => {
      const rooms = touches.map((name) => this.places.get(name)).filter(Boolean);
      if (rooms.length === 0) return [];
      if (rooms.length === 1) {
        const [place] = rooms;
        return [s("circle", { class: `arrow ${tone} ring`, cx: place.at[0], cy: place.at[1], r: 0.4 * place.size })];
      }
      return rooms.slice(1).map((to, step) => arrow(rooms[step], to, tone));
    });
  }
}

function arrow(from, to, tone) {
  const [x1, y1] = from.at;
  const [x2, y2] = to.at;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const unit = Math.min(from.size, to.size);
  const head = 0.36 * unit;
  const [bx, by] = [x2 - ux * head, y2 - uy * head];
  const [sx, sy] = [x1 + ux * 0.25 * unit, y1 + uy * 0.25 * unit];
  const half = 0.2 * unit;
  return s("g", { class: `arrow ${tone}` },
    s("path", { d: `M${sx} ${sy}L${bx} ${by}`, "stroke-width": 0.14 * unit }),
    s("path", { class: "head", d: `M${x2} ${y2}L${bx - uy * half} ${by + ux * half}L${bx + uy * half} ${by - ux * half}Z` }));
}
