// Positions that come back: those that are due today, one after the other.

import { get, post } from "/api.js";
import { countDue, titled } from "/app.js";
import { Board, turnedFor } from "/board.js";
import { day, h, put } from "/dom.js";
import { Finding } from "/finding.js";

export async function show(room) {
  titled("Practice");
  const page = new Practice();
  put(room, h("h1", { tabIndex: -1 }, "Practice"), page.element);
  await page.next();
}

class Practice {
  constructor() {
    this.element = h("div", {});
    this.board = new Board({ play: (move) => this.tried(move) });
  }

  async next() {
    const { due, cards } = await get("/cards");
    countDue();
    if (cards.length === 0) {
      this.element.replaceChildren(h("p", { className: "lead" }, "Nothing is due today."),
        h("p", { className: "soft" }, "When you review a game, the positions that you missed become cards. They come back when you are about to forget them."),
        h("p", {}, h("a", { className: "button first", href: "/" }, "Play a game")));
      return;
    }
    [this.card] = cards;
    const { card } = this;
    // From the side that is to move.
    this.turned = turnedFor(card.to_move, card.board);
    if (this.turned) {
      const again = await get("/cards", { turned: true });
      this.card = again.cards.find((one) => one.id === card.id) ?? card;
    }
    this.finding = new Finding({
      question: `${card.side ?? "You"} to move: find the move`,
      hints: this.card.hints,
      answer: (move, finding) => post(`/cards/${card.id}/answer`, { move, hints: finding.shown, errors: finding.errors }),
      done: (told) => this.done(told),
    });
    this.board.label = `${card.game.title} board`;
    this.element.replaceChildren(
      h("p", { className: "soft" }, `${due === 1 ? "One position is" : `${due} positions are`} due. ${card.game.title}${card.times ? `, seen ${card.times} times` : ""}.`),
      h("div", { className: "table" }, h("div", { className: "by-board" }, this.board.element), h("div", { className: "side" }, this.finding.element,
        card.contest ? h("p", {}, h("a", { href: `/review/${card.contest}` }, "The game that it comes from")) : null)));
    this.board.svg = null;
    this.board.point([]);
    this.board.show(this.card.board, this.card.legal, { still: true });
  }

  async tried(move) {
    const right = await this.finding.play(move.text);
    if (!right || !this.finding) this.board.show(this.card.board, this.finding ? this.card.legal : [], { still: true });
  }

  done(told) {
    const right = this.card.legal.filter((move) => told.moves?.includes(move.text));
    this.board.point(right.map((move) => ({ touches: move.touches, tone: "good" })));
    const on = h("button", { type: "button", className: "first", id: "next-card", onclick: () => this.next() }, "Next");
    put(this.finding.element, told.due ? h("p", { className: "soft" }, `It comes back on ${day(told.due)}.`) : null, h("div", { className: "row" }, on));
    this.finding = null;
    this.board.show(this.card.board, [], { still: true });
    on.focus();
  }
}
