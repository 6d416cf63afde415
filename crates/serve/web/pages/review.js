// A contest looked at afterwards: the graph, every position, the chances to find, and other moves to try.

import { get, link, listen, post } from "/api.js";
import { countDue, problem, titled } from "/app.js";
import { Board, turnedFor } from "/board.js";
import { capital, h, percent, put } from "/dom.js";
import { Finding } from "/finding.js";
import { gameGraph } from "/graph.js";
import { alternates, showMoves } from "/moves.js";
import { alarm, tell } from "/voice.js";

export async function show(room, id) {
  const review = new ReviewPage(id);
  await review.begin(room);
  return () => review.leave();
}

class ReviewPage {
  constructor(id) {
    this.id = id;
    this.path = `/contests/${id}`;
    this.board = new Board({ play: (move) => this.tried(move) });
    this.ply = 0;
    this.line = [];
    this.finding = null;
    this.asked = 0;
    this.told = h("p", { className: "told" });
    this.graph = h("div", {});
    this.list = h("div", {});
    this.side = h("div", { className: "side" });
    this.talk = h("div", {});
    this.review = null;
  }

  async begin(room) {
    this.contest = await get(this.path);
    const { contest } = this;
    this.turned = turnedFor(contest.you, contest.board);
    titled(`Review: ${contest.game.title}`);
    this.board.label = `${contest.game.title} board`;
    const step = (label, to, sign) => h("button", { type: "button", "aria-label": label, title: label, onclick: () => this.go(to()) }, sign);
    this.range = h("input", {
      type: "range", className: "graph-range", min: 0, max: contest.moves.length, value: 0,
      "aria-label": "Move", oninput: () => this.go(Number(this.range.value)),
    });
    put(room,
      h("h1", { tabIndex: -1 }, `Review: ${contest.game.title}`),
      h("div", { className: "table" },
        h("div", { className: "by-board" },
          this.board.element,
          this.told,
          h("div", { className: "row steps" },
            step("To the start", () => 0, "«"), step("One move back", () => this.ply - 1, "‹"),
            step("One move on", () => this.ply + 1, "›"), step("To the end", () => contest.moves.length, "»"),
            contest.board.near !== null ? h("button", { type: "button", onclick: () => this.flip() }, "Flip") : null)),
        this.side));
    put(this.side, this.talk, h("section", { "aria-label": "The game in a graph" }, this.graph, this.range),
      this.moments = h("section", { "aria-label": "Moments" }), h("section", { "aria-label": "Moves" }, this.list),
      h("div", { className: "row" },
        h("a", { className: "button", href: link(`${this.path}/record`), download: "" }, "Save the record"),
        contest.ending ? null : h("a", { className: "button", href: `/play/${this.id}` }, "Go on playing")));
    room.addEventListener("keydown", (event) => this.key(event));
    await this.load();
    await this.go(contest.moves.length, true);
  }

  leave() {
    this.source?.close();
    this.left = true;
  }

  key(event) {
    if (event.target.closest("input, select, textarea, [data-touch]")) return;
    if (event.key === "ArrowLeft") this.go(this.ply - 1);
    else if (event.key === "ArrowRight") this.go(this.ply + 1);
    else return;
    event.preventDefault();
  }

  // What is known already, or else the tutor begins to look.
  async load() {
    let found = await get(`${this.path}/review`);
    if (found.state === "none") {
      await post(`${this.path}/review`, {});
      found = { state: "running", done: 0, of: this.contest.moves.length };
    }
    this.shows(found);
    if (found.state !== "running") return;
    this.source = listen(`${this.path}/events`, {
      review: (told) => this.shows({ state: "running", ...told }),
      reviewed: async () => {
        this.source.close();
        this.shows(await get(`${this.path}/review`));
        countDue();
      },
      failed: (error) => this.shows({ state: "failed", error }),
    });
    // It may have ended before anybody listened.
    const now = await get(`${this.path}/review`);
    if (now.state !== "running") {
      this.source.close();
      this.shows(now);
    }
  }

  shows(found) {
    if (this.left) return;
    this.moments.replaceChildren();
    if (found.state === "failed") {
      this.graph.replaceChildren(problem(Object.assign(new Error(found.error?.error ?? "The review did not come to an end."), { help: found.error?.help })));
    } else if (found.state === "running") {
      this.graph.replaceChildren(h("div", { className: "panel" }, h("p", {}, "The tutor looks at the game…"),
        h("progress", { max: found.of || 1, value: found.done, "aria-label": "How far the review is" })));
    } else if (found.review) {
      this.review = found.review;
      this.reviewed();
    }
    this.lists();
  }

  reviewed() {
    const { review } = this;
    const moments = review.moments.map((moment) => ({ ply: moment.number, kind: moment.kind }));
    this.drawn = gameGraph(review.chances, moments, review.side);
    this.drawn.svg.addEventListener("click", (event) => this.go(this.drawn.plyAt(event)));
    this.graph.replaceChildren(h("p", {}, review.summary), this.drawn.svg);
    this.drawn.mark(this.ply);
    const told = { chance: "A chance", mistake: "A mistake" };
    put(this.moments, review.moments.length ? h("h2", {}, "Find it") : null,
      h("ul", { className: "moments" }, review.moments.map((moment, number) => h("li", {},
        h("button", { type: "button", id: `moment-${number}`, "aria-pressed": "false", onclick: () => this.find(moment, number) },
          `${told[moment.kind] ?? capital(moment.kind)}, where you played ${moment.played} (move ${this.turnOf(moment.number)})`)))));
    tell(`The review is there. ${review.summary}`);
  }

  // The number of a move as it stands in the list: both sides' moves count as one where they take turns.
  turnOf(ply) {
    return alternates(this.contest.moves) ? Math.ceil(ply / 2) : ply;
  }

  lists() {
    const kinds = new Map(this.review?.moments.map((moment) => [moment.number, "mistake"]) ?? []);
    showMoves(this.list, this.contest.moves, {
      here: this.ply, choose: (ply) => this.go(ply), className: (ply) => kinds.get(ply) ?? "",
    });
  }

  get query() {
    return this.turned ? { turned: true } : {};
  }

  // Shows the position after so many moves.
  async go(ply, quiet = false) {
    this.ply = Math.max(0, Math.min(this.contest.moves.length, ply));
    this.line = [];
    this.finding = null;
    this.talk.replaceChildren();
    this.board.point([]);
    await this.look(quiet);
  }

  // The latest question wins: answers may come in another order.
  async look(quiet = false) {
    const asked = ++this.asked;
    const at = await get(`${this.path}/at/${this.ply}`, this.query);
    if (asked !== this.asked || this.left) return;
    this.position = at;
    this.board.show(at.board, at.legal);
    this.told.textContent = at.told ?? "The start.";
    if (!quiet) tell(this.told.textContent);
    this.range.value = this.ply;
    this.range.setAttribute("aria-valuetext", at.told ?? "The start");
    this.drawn?.mark(this.ply);
    this.lists();
  }

  async flip() {
    this.turned = !this.turned;
    if (this.line.length) await this.explore(this.line);
    else await this.look(true);
  }

  async find(moment, number) {
    await this.go(moment.number - 1, true);
    for (const button of this.moments.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.id === `moment-${number}`));
    const { card } = moment;
    const right = new Set(card.moves);
    this.finding = new Finding({
      question: moment.kind === "chance" ? "Find the chance" : "Find something better",
      hints: card.hints,
      answer: (move) => (move === null || right.has(move)
        ? { right: move !== null, finished: true, sentence: move === null ? `The move is ${card.moves.join(" or ")}.` : `${move} is right.`, why: card.why }
        : { right: false, finished: false, sentence: notIt(move, card) }),
      done: () => this.explain(moment),
    });
    this.talk.replaceChildren(this.finding.element);
    this.told.textContent = `${this.review.side} to move. ${moment.question}`;
    tell(this.told.textContent);
    this.talk.scrollIntoView({ block: "nearest" });
  }

  // Why, with arrows: what was better, and what comes after what was played.
  explain(moment) {
    const [before, after] = moment.chances;
    put(this.finding.said, h("p", { className: "soft" }, `${percent(before)} before, ${percent(after)} after ${moment.played}.`),
      moment.better.length > 1 ? h("p", {}, "Better: ", h("code", {}, moment.better.join(" "))) : null,
      moment.refutation.length ? h("p", {}, `After ${moment.played}: `, h("code", {}, moment.refutation.join(" "))) : null);
    const played = this.position.legal.find((move) => move.text === moment.played);
    this.finding = null;
    this.board.show(this.position.board, this.position.legal, { still: true });
    this.board.point([
      ...(moment.better_moves ?? []).slice(0, 1).map((move) => ({ touches: move.touches, tone: "good" })),
      ...(played ? [{ touches: played.touches, tone: "bad" }] : []),
      ...(moment.points ?? []).map((point) => ({ touches: [point], tone: "hint" })),
    ]);
  }

  // A move on the board: an answer where something is asked, else a move to explore.
  async tried(move) {
    if (!this.finding) {
      await this.explore([...this.line, move.text]);
      return;
    }
    const right = await this.finding.play(move.text);
    if (!right && this.finding) this.board.show(this.position.board, this.position.legal, { still: true });
  }

  async explore(line) {
    const asked = ++this.asked;
    this.line = line;
    const body = { ply: this.ply, line };
    const name = `${this.told.textContent}`;
    let at;
    try {
      at = await post(`${this.path}/explore`, { ...body, think: false }, this.query);
    } catch (error) {
      alarm(error.message);
      this.talk.replaceChildren(problem(error));
      return;
    }
    if (asked !== this.asked || this.left) return;
    this.board.point([]);
    this.board.show(at.board, at.legal);
    const opinion = h("p", { className: "soft" }, "The tutor looks…");
    const talk = h("div", { className: "panel", id: "exploring" },
      h("h2", {}, "What if?"), h("p", {}, h("code", {}, line.join(" "))), opinion,
      h("div", { className: "row" },
        h("button", { type: "button", onclick: () => (line.length > 1 ? this.explore(line.slice(0, -1)) : this.go(this.ply)) }, "Take back"),
        h("button", { type: "button", onclick: () => this.go(this.ply) }, "Back to the game")));
    this.talk.replaceChildren(talk);
    this.told.textContent = at.told ?? name;
    if (at.to_move === null) opinion.textContent = at.told ?? "It is over.";
    try {
      const { opinion: told } = await post(`${this.path}/explore`, { ...body, think: true }, this.query);
      if (asked !== this.asked || this.left) return;
      opinion.textContent = told?.sentence ?? "Nothing is left to think about.";
      opinion.className = "why";
      if (told?.best) this.board.point(told.best.slice(0, 2).map((move) => ({ touches: move.touches, tone: "hint" })));
      tell(opinion.textContent);
    } catch (error) {
      opinion.textContent = error.message;
    }
  }
}

function notIt(move, { moves: [best], scores }) {
  return move in scores && best in scores
    ? `${move} is not it: it scores ${scores[move]} of 100 such contests, the move to find ${scores[best]}.`
    : `${move} is not it.`;
}
