// A position in which something is to be found: tries, hints in steps, and the answer with its reason.

import { h, put } from "/dom.js";
import { tell } from "/voice.js";

export class Finding {
  // `answer(move, finding)` judges a move, or `null` for giving up. It answers `{right, finished, sentence, why}`.
  constructor({ question, hints, answer, done = () => {} }) {
    this.hints = hints;
    this.shown = 0;
    this.errors = 0;
    this.answer = answer;
    this.done = done;
    this.said = h("div", { id: "finding-said" });
    this.more = h("button", { type: "button", id: "finding-hint", onclick: () => this.hint() }, "Hint");
    this.give = h("button", { type: "button", id: "finding-show", onclick: () => this.play(null) }, "Show me");
    this.buttons = h("div", { className: "row" }, this.more, this.give);
    this.more.disabled = hints.length === 0;
    this.element = h("div", { className: "panel finding" }, h("h2", {}, question), this.said, this.buttons);
  }

  say(text, className = "") {
    put(this.said, h("p", { className }, text));
    tell(text);
  }

  hint() {
    if (this.shown < this.hints.length) this.say(this.hints[this.shown++], "soft");
    this.more.disabled = this.shown >= this.hints.length;
    this.more.textContent = "Another hint";
  }

  // Tries a move; answers whether it was right.
  async play(move) {
    const told = await this.answer(move, this);
    if (!told) return false;
    if (!told.right && move !== null) this.errors += 1;
    this.say(told.sentence, told.right ? "good" : move === null ? "" : "bad");
    if (told.finished) {
      if (told.why) put(this.said, h("p", { className: "why" }, told.why));
      this.buttons.remove();
      this.done(told);
    }
    return told.right;
  }
}
