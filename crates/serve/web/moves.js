// The moves of a contest as a list: in two columns where the sides take turns, else one after the other.

import { h } from "/dom.js";

export function alternates(moves) {
  return moves.every((move, number) => move.by === ["first", "second"][number % 2]);
}

// `choose` is called with the number of plies after which a move was chosen, where moves can be chosen.
export function moveList(moves, { here = moves.length, choose = null, className = () => "" } = {}) {
  const alternate = alternates(moves);
  const entry = (move, number) => {
    const kind = `move ${move.by ? "" : "chance"} ${className(number + 1)}`;
    const current = number + 1 === here ? "true" : null;
    // Dice are told better than written.
    const text = move.by ? move.text : move.told.replace(/\.$/, "");
    return choose
      ? h("button", { type: "button", className: kind, "aria-current": current, title: move.told, onclick: () => choose(number + 1) }, text)
      : h("span", { className: kind, "aria-current": current, title: move.told }, text);
  };
  const items = moves.flatMap((move, number) => {
    const turn = alternate && number % 2 === 0 ? [h("li", { className: "number", "aria-hidden": "true" }, `${number / 2 + 1}.`)] : [];
    return [...turn, h("li", {}, entry(move, number))];
  });
  return h("ol", { className: `moves panel ${alternate ? "" : "free"}`, "aria-label": "Moves", tabIndex: 0 }, items);
}

// Scrolls within the list, and nothing else of the page.
export function scrollToCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}
