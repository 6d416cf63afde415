// A board that is looked at and played on: by mouse, finger and keyboard. It knows places, not games.

import { drawing, h, s } from "/dom.js";
import { glide } from "/glide.js";
import { disc, drawMarks, focusRing } from "/marks.js";
import { measure, neighbour } from "/places.js";
import { prefersStill } from "/settings.js";
import { Touches } from "/touches.js";
import { knock } from "/voice.js";

// The least size of a place, in pixels: nineteen of them and the coordinates fit a phone.
const FINGER = 15;
// Whether the keyboard was used last: then it is shown where it is.
let byKeyboard = false;
document.addEventListener("keydown", () => { byKeyboard = true; }, true);
document.addEventListener("pointerdown", () => { byKeyboard = false; }, true);

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Whether a board as the server draws it has to be turned round for a side to sit at the lower edge.
export function turnedFor(seat, { near }) {
  return ["first", "second"].includes(seat) && near !== null && near !== seat;
}

export class Board {
  // `play` is called with the move that was touched.
  constructor({ label = "Board", play = () => {} } = {}) {
    this.play = play;
    this.frame = h("div", { className: "board-frame" });
    this.choices = h("div", { className: "choices", role: "group", "aria-label": "Which move?", hidden: true });
    // Moves that need no board, as a pass. They are below it unless a page puts them elsewhere.
    this.standing = h("div", { className: "choices standing", role: "group", "aria-label": "Moves beside the board", hidden: true });
    this.words = h("p", { className: "hidden-text", id: `words-${Math.random().toString(36).slice(2)}` });
    this.element = h("div", { className: "board" }, this.frame, this.choices, this.standing, this.words);
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
    for (const place of this.places.values()) measure(place);
    // Where places would be too small for a finger, the board is wider than the window and can be pushed.
    const places = [...this.places.values()].filter((place) => place.group.dataset.place !== undefined);
    const smallest = Math.min(...places.map((place) => place.size));
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

  touch(place, byHand = false) {
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
    if (path.length === 0) {
      this.stand(buttons);
      buttons.length = 0;
    }
    if (buttons.length) buttons.push(button("Cancel", () => this.clear(), "quiet"));
    const had = this.element.contains(document.activeElement);
    this.choices.replaceChildren(...buttons);
    this.choices.hidden = buttons.length === 0;
    if (had && path.length && complete.length && next.size === 0) this.choices.querySelector("button").focus();
  }

  // Moves beside the board stay where they are while it is somebody else's turn, so that nothing jumps.
  stand(buttons) {
    if (buttons.length === 0 && this.touches.moves.length === 0) {
      for (const button of this.standing.children) button.disabled = true;
      return;
    }
    this.standing.replaceChildren(...buttons);
    this.standing.hidden = buttons.length === 0;
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
      const { path, next } = this.touches;
      if (next.has(name) ? this.touches.leads(name) : this.touches.starts(name)) {
        const again = path.length === 1 && path[0] === name;
        if (!again) this.touch(name);
        this.drag(event, name, again);
      } else {
        this.pressed = name;
      }
    });
    // A finger on a piece takes it up; elsewhere it pushes the page. Styles cannot say that of parts of a drawing.
    this.svg.addEventListener("touchstart", (event) => {
      if (event.target.closest(".can-drag")) event.preventDefault();
    }, { passive: false });
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
    this.svg.addEventListener("pointerover", (event) => this.hover(event.pointerType === "mouse" ? nameAt(event) : null));
    this.svg.addEventListener("pointerleave", () => this.hover(null));
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

  // Shows where a touch would go: in a rack that is not where the pointer is.
  hover(name) {
    this.svg.querySelector(".hover")?.remove();
    if (name === null || this.touches.starts(name)) return;
    const place = this.places.get(this.touches.falls(name));
    if (place) this.over.append(disc(place, "hover", 0.3));
  }

  drag(event, name, again) {
    const { group } = this.places.get(name);
    const piece = [...group.querySelectorAll("[data-side]")].at(-1);
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
      const next = neighbour(this.places, name, ARROWS[event.key]);
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
    this.over.append(focusRing(this.places.get(group.dataset.touch)));
  }

  // Shows what is begun and where it can lead, and arrows.
  mark() {
    const { path, next } = this.touches;
    for (const { name, group } of this.places.values()) {
      group.classList.toggle("can-drag", this.touches.starts(name) || this.touches.leads(name));
      group.classList.toggle("target", next.has(name));
      if (path.includes(name)) group.setAttribute("aria-pressed", "true");
      else group.removeAttribute("aria-pressed");
    }
    drawMarks(this.over, this.places, { picked: path, targets: path.length ? [...next] : [], arrows: this.arrows });
    this.ring();
  }

  // Arrows for moves: `[{touches, tone}]`. The tones are in the style sheet.
  point(arrows) {
    this.arrows = arrows;
    if (this.svg) this.mark();
  }
}
