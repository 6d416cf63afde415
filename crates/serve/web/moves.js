// The moves of a contest as a list: in two columns where the sides take turns, else one after the other.

import { h } from "/dom.js";

export function alternates(moves) {
  return moves.every((move, number) => move.by === ["first", "second"][number % 2]);
}

// Shows the moves in a box. The move that is looked at is in sight, and keeps the keyboard if one of them had it.
export function showMoves(box, moves, options) {
  const focused = box.contains(document.activeElement);
  const list = moveList(moves, options);
  box.replaceChildren(list);
  box.hidden = moves.length === 0;
  const current = list.querySelector("[aria-current]");
  // Within the list, and nothing else of the page.
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  if (focused) (current ?? list).focus({ preventScroll: true });
}

// `choose` is called with the number of plies after which a move was chosen, where moves can be chosen. One of them
// is reached by the Tab key, the others by arrow keys.
function moveList(moves, { here = moves.length, choose = null, className = () => "" } = {}) {
  const alternate = alternates(moves);
  const entry = (move, number) => {
    const kind = `move ${move.by ? "" : "chance"} ${className(number + 1)}`;
    const current = number + 1 === here ? "true" : null;
    // Dice are told better than written.
    const text = move.by ? move.text : move.told.replace(/\.$/, "");
    return choose
      ? h("button", { type: "button", className: kind, "aria-current": current, tabIndex: current ? 0 : -1, title: move.told, onclick: () => choose(number + 1) }, text)
      : h("span", { className: kind, "aria-current": current, title: move.told }, text);
  };
  const items = moves.flatMap((move, number) => {
    const turn = alternate && number % 2 === 0 ? [h("li", { className: "number", "aria-hidden": "true" }, `${number / 2 + 1}.`)] : [];
    return [...turn, h("li", {}, entry(move, number))];
  });
  return h("ol", { className: `moves panel ${alternate ? "" : "free"}`, "aria-label": "Moves", tabIndex: 0 }, items);
}
