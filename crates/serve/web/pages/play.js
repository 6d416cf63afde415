// A contest under way: the board, whose turn it is, the moves, and what can be done beside moving.

import { get, link, listen, post } from "/api.js";
import { countDue, go, problem, titled } from "/app.js";
import { Board, turnedFor } from "/board.js";
import { Clock } from "/clock.js";
import { capital, h, put } from "/dom.js";
import { showMoves } from "/moves.js";
import { alarm, tell } from "/voice.js";

// How long "Really?" waits for an answer, in milliseconds.
const SURE = 20_000;

export async function show(room, id) {
  const play = new Play(id);
  await play.begin(room);
  return () => play.leave();
}

class Play {
  constructor(id) {
    this.path = `/contests/${id}`;
    this.id = id;
    this.contest = null;
    this.turned = null;
    this.board = new Board({ play: (move) => this.move(move.text) });
    this.above = seat();
    this.below = seat();
    this.status = h("div", { className: "status panel" });
    this.list = h("div", {});
    this.hint = h("div", { hidden: true, className: "panel why" });
    this.problem = h("div", {});
    this.typed = h("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: false, list: "legal" });
    this.legal = h("datalist", { id: "legal" });
    this.clock = null;
    // After how many moves the position is that is looked at; nothing while that is the present one.
    this.looking = null;
  }

  async begin(room) {
    const contest = await get(this.path);
    this.turned = turnedFor(contest.you, contest.board);
    this.title = h("h1", { tabIndex: -1, className: "hidden-text" }, contest.game.title);
    this.board.label = `${contest.game.title} board`;
    put(room,
      this.title,
      h("div", { className: "table" },
        h("div", { className: "by-board" }, this.above.element, this.board.element, this.below.element),
        h("div", { className: "side" },
          this.status, this.problem, this.hint,
          this.board.standing,
          this.actions = h("div", { className: "actions", role: "group", "aria-label": "What you can do" }),
          this.form = this.typing(),
          h("section", { "aria-label": "Moves" }, this.list),
          this.more(contest))));
    room.addEventListener("keydown", (event) => this.key(event));
    await this.refresh(contest);
    this.source = null;
    this.subscribe();
  }

  leave() {
    this.source?.close();
    this.clock?.stop();
    this.left = true;
  }

  get query() {
    return this.turned ? { turned: true } : {};
  }

  subscribe() {
    this.source?.close();
    const query = this.turned ? "?turned=true" : "";
    this.source = listen(`${this.path}/events${query}`, {
      contest: (contest) => this.update(contest),
      thinking: (thought) => this.thinks(thought),
      failed: (error) => this.fail(Object.assign(new Error(error.error), error)),
    });
  }

  // Asks for the board from the side that it is looked at.
  async refresh(contest) {
    this.update(this.turned ? await get(this.path, this.query) : contest, true);
  }

  async ask(what, body = {}) {
    this.problem.replaceChildren();
    try {
      return await post(`${this.path}/${what}`, body, this.query);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  async change(what, body) {
    const contest = await this.ask(what, body);
    if (contest) this.update(contest);
    return contest;
  }

  async move(text) {
    const contest = await this.change("play", { move: text, revision: this.contest.revision });
    // What was touched is put back where it was.
    if (!contest) this.board.show(this.contest.board, this.contest.legal, { still: true });
    return contest;
  }

  fail(error) {
    this.problem.replaceChildren(problem(error));
  }

  update(contest, again = false) {
    if (this.left || (this.contest && contest.revision < this.contest.revision)) return;
    const before = this.contest;
    const same = before && before.revision === contest.revision && !again;
    this.contest = contest;
    if (!same) {
      titled(contest.yours ? `Your move: ${contest.game.title}` : contest.game.title);
      if (!before || before.moves.length !== contest.moves.length || again || before.yours !== contest.yours) {
        const still = !before || again;
        this.looking = null;
        this.board.point([]);
        this.board.show(contest.board, contest.legal, { still });
        this.hint.hidden = true;
      }
      this.announce(before, contest);
    }
    this.seats();
    this.tell();
    this.offer();
    this.form.hidden = Boolean(contest.ending);
    if (contest.ending) this.board.standing.hidden = true;
    this.lists();
    this.legal.replaceChildren(...contest.legal.slice(0, 300).map((move) => h("option", { value: move.text })));
  }

  lists() {
    const { moves } = this.contest;
    showMoves(this.list, moves, { here: this.looking ?? moves.length, choose: (ply) => this.look(ply) });
  }

  // Looks at the position after so many moves; at the last one it is played on.
  async look(ply) {
    const { contest } = this;
    const wanted = Math.max(0, Math.min(contest.moves.length, ply));
    this.looking = wanted === contest.moves.length ? null : wanted;
    this.board.point([]);
    if (this.looking === null) {
      this.board.show(contest.board, contest.legal);
    } else {
      const at = await get(`${this.path}/at/${wanted}`, this.query).catch(() => null);
      // Something else may have been asked for meanwhile.
      if (!at || this.looking !== wanted || this.contest.revision !== contest.revision) return;
      this.board.show(at.board, []);
      tell(at.told ?? "The start.");
    }
    this.tell();
    this.lists();
  }

  key(event) {
    if (event.target.closest("input, select, textarea, [data-touch]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    this.look((this.looking ?? this.contest.moves.length) + step);
    event.preventDefault();
  }

  // Tells those who listen what was played and said since `before`.
  announce(before, contest) {
    const made = before ? contest.moves.slice(before.moves.length).map((move) => move.told) : [];
    const said = contest.news.filter((text) => !made.includes(text) && !before?.news.includes(text));
    const news = [...made, ...said];
    if (contest.ending && !before?.ending) {
      alarm([...news, contest.ending.sentence].join(" "));
      countDue();
    } else if (before && news.length) {
      tell([...news, contest.yours ? this.turn() : ""].join(" "));
    }
  }

  turn() {
    const { to_move, sides, you } = this.contest;
    return you === null ? `${sides[to_move === "first" ? 0 : 1]} to move.` : "It is your turn.";
  }

  seats() {
    const { contest } = this;
    const nearSecond = contest.board.near === "second";
    const [top, bottom] = nearSecond ? [0, 1] : [1, 0];
    const name = (number) => {
      const is = ["first", "second"][number];
      const who = contest.you === null ? null : is === contest.you ? "you" : contest.opponent_name;
      return who ? `${contest.sides[number]}, ${who}` : contest.sides[number];
    };
    for (const [place, number] of [[this.above, top], [this.below, bottom]]) {
      place.name.textContent = name(number);
      place.beside.textContent = contest.board.beside[number];
      place.disc.hidden = !contest.board.colours;
      place.disc.style.backgroundColor = contest.board.colours?.[number] ?? "";
      place.element.classList.toggle("turn", contest.to_move === ["first", "second"][number]);
    }
    const faces = nearSecond ? [this.above.clock, this.below.clock] : [this.below.clock, this.above.clock];
    this.clock?.stop();
    this.clock = new Clock(faces);
    this.clock.show(contest.clock);
  }

  // Whose turn it is, or how it ended.
  tell() {
    const { contest } = this;
    const side = { first: contest.sides[0], second: contest.sides[1] }[contest.to_move];
    const notes = contest.notes.map((note) => h("p", { className: "soft" }, note));
    const news = contest.news.length ? h("p", { className: "soft" }, contest.news.join(" ")) : null;
    this.status.classList.toggle("ended", Boolean(contest.ending));
    this.status.replaceChildren();
    if (this.looking !== null) {
      put(this.status, h("div", { className: "thinking" },
        h("div", { className: "row" }, h("span", { className: "sentence" }, this.looking ? `After ${contest.moves[this.looking - 1].told.replace(/\.$/, "")}` : "The start")),
        h("button", { type: "button", id: "to-now", onclick: () => this.look(contest.moves.length) }, "Back to now")));
    } else if (contest.ending) {
      put(this.status, h("p", { className: "sentence", id: "ending" }, contest.ending.sentence),
        contest.points ? h("p", { className: "soft" }, contest.sides.map((name, number) => `${name} ${contest.points[number]}`).join(", ")) : null);
    } else if (contest.thinking) {
      this.depth = h("span", { className: "soft" });
      put(this.status, h("div", { className: "thinking" },
        h("span", { className: "spin" }),
        h("div", { className: "row" }, h("span", { className: "sentence" }, `${capital(contest.opponent_name ?? "The player")} is thinking`), this.depth),
        h("button", { type: "button", id: "cancel", onclick: () => this.change("cancel") }, "Stop")));
    } else if (contest.waiting) {
      put(this.status, h("p", { className: "sentence" }, `It is ${side ?? "their"}’s turn, and nobody is thinking.`),
        h("button", { type: "button", className: "first", onclick: () => this.change("go") }, "Let them move"));
    } else {
      const you = contest.you === null ? `${side} to move` : "Your move";
      put(this.status, h("p", { className: "sentence", id: "turn" }, contest.yours ? you : "One moment"), news, notes);
    }
  }

  thinks(thought) {
    if (!this.depth) return;
    const parts = [
      thought.depth ? `${thought.depth} moves ahead` : null,
      thought.nodes ? `${thought.nodes.toLocaleString()} positions` : null,
    ];
    this.depth.textContent = parts.filter(Boolean).join(", ");
  }

  offer() {
    const { can, ending, you } = this.contest;
    const draw = you === null ? "Agree draw" : "Offer draw";
    // A button that is there stays: to replace it while it is pressed would lose the press.
    const action = (label, id, run, extra = {}) => {
      const there = this.actions.querySelector(`#${id}`);
      if (!there) return h("button", { type: "button", id, onclick: run, ...extra }, label);
      there.disabled = Boolean(extra.disabled);
      there.hidden = Boolean(extra.hidden);
      return there;
    };
    const buttons = [
      ending ? action("Review", "review", () => go(`/review/${this.id}`), { className: "first", hidden: !can.review }) : null,
      ending ? action("Play again", "again", () => this.again()) : null,
      !ending ? action("Hint", "hint", () => this.showHint(), { disabled: !can.hint }) : null,
      !ending ? action("Take back", "take-back", () => this.change("take-back"), { disabled: !can.take_back }) : null,
      can.why ? action("Why?", "why", () => this.showWhy()) : null,
      !ending ? action(draw, "offer-draw", (event) => this.offerDraw(event.currentTarget), { disabled: !can.offer_draw }) : null,
      !ending ? action("Resign", "resign", (event) => this.surely(event.currentTarget, () => this.change("resign")), { disabled: !can.resign }) : null,
      this.contest.board.near !== null ? action("Flip", "flip", () => this.flip()) : null,
    ].filter(Boolean);
    const were = [...this.actions.children];
    if (were.length === buttons.length && were.every((button, number) => button === buttons[number])) return;
    const had = document.activeElement?.id;
    const held = this.actions.contains(document.activeElement);
    this.actions.replaceChildren(...buttons);
    if (held) this.actions.querySelector(`#${had}`)?.focus();
  }

  // Asks once more, on the button itself, until something else has the keyboard or the time is over.
  surely(button, act) {
    if (button.dataset.sure) {
      act();
      return;
    }
    const label = button.textContent;
    const settle = () => {
      clearTimeout(late);
      button.removeEventListener("blur", settle);
      button.textContent = label;
      delete button.dataset.sure;
    };
    const late = setTimeout(settle, SURE);
    button.addEventListener("blur", settle);
    button.dataset.sure = "yes";
    button.textContent = "Really?";
    tell(`${label}: really? Press again.`);
  }

  async offerDraw(button) {
    if (this.contest.you === null) {
      this.surely(button, () => this.change("offer-draw"));
      return;
    }
    this.explain(h("p", {}, "Your opponent thinks about it…"));
    await this.change("offer-draw");
    this.hint.hidden = true;
  }

  async flip() {
    this.turned = !this.turned;
    this.update(await get(this.path, this.query), true);
    this.subscribe();
  }

  async again() {
    const contest = await post("/contests", { like: Number(this.id) }).catch((error) => this.fail(error));
    if (contest) go(`/play/${contest.id}`);
  }

  explain(...content) {
    this.hint.replaceChildren();
    put(this.hint, ...content);
    this.hint.hidden = false;
    tell(this.hint.textContent);
  }

  async showHint() {
    this.explain(h("p", {}, "Looking…"));
    const hint = await this.ask("hint");
    if (!hint) {
      this.hint.hidden = true;
      return;
    }
    this.explain(h("p", {}, hint.sentence));
    this.board.point(hint.moves.map((move) => ({ touches: move.touches, tone: "hint" })));
  }

  async showWhy() {
    const why = await this.ask("why");
    if (!why) return;
    const seen = why.moves.slice(0, 8).map((one) => h("tr", {}, h("th", { scope: "row" }, one.move), h("td", {}, one.value), h("td", {}, one.judgement ?? "")));
    this.explain(why.sentences.map((sentence) => h("p", {}, capital(sentence))), seen.length ? h("table", {}, h("tbody", {}, seen)) : null);
  }

  typing() {
    const form = h("form", {
      className: "typed",
      onsubmit: async (event) => {
        event.preventDefault();
        const text = this.typed.value.trim();
        if (text && await this.move(text)) this.typed.value = "";
      },
    }, h("label", {}, "Type a move", this.typed), this.legal, h("button", {}, "Move"));
    return form;
  }

  more(contest) {
    const copied = h("span", { className: "soft", "aria-live": "polite" });
    return h("details", { className: "panel" }, h("summary", {}, "Record and position"),
      h("div", { className: "row" },
        h("a", { className: "button", href: link(`${this.path}/record`), download: "" }, "Save the record"),
        h("button", {
          type: "button",
          onclick: async () => {
            await navigator.clipboard.writeText(this.contest.position).catch(() => {});
            copied.textContent = this.contest.position;
          },
        }, "Copy the position"),
        h("a", { className: "button", href: `/new/${encodeURIComponent(contest.game.name)}`, id: "new-game" }, "New game")),
      h("p", {}, copied));
  }
}

function seat() {
  const parts = {
    dot: h("span", { className: "dot" }),
    disc: h("span", { className: "disc", hidden: true }),
    name: h("span", { className: "name" }),
    beside: h("span", { className: "beside" }),
    clock: h("span", { className: "clock", hidden: true, role: "timer" }),
  };
  return { ...parts, element: h("div", { className: "seat" }, parts.dot, parts.disc, parts.name, parts.beside, parts.clock) };
}
