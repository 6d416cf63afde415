// What is remembered of the one who plays here: results, strength over time, and the games themselves.

import { get } from "/api.js";
import { titled } from "/app.js";
import { day, h, percent, put } from "/dom.js";
import { timeLine } from "/graph.js";

export async function show(room) {
  titled("You");
  const [student, { contests }] = await Promise.all([get("/student"), get("/contests", { limit: 50 })]);
  put(room, h("h1", { tabIndex: -1 }, student.name === "you" ? "You" : student.name),
    h("p", { className: "lead" }, student.games.length ? sentence(student) : "You have not played here yet."),
    // A game that was only begun has nothing to tell yet.
    h("div", { className: "by-game" }, student.games.filter((one) => one.rating || one.won + one.drawn + one.lost).map(game)),
    contests.length ? h("section", { "aria-labelledby": "contests" }, h("h2", { id: "contests" }, "Your games"), table(contests)) : null);
}

function sentence(student) {
  const since = student.since ? ` since ${day(student.since)}` : "";
  const cards = student.cards ? ` ${student.cards === 1 ? "One position" : `${student.cards} positions`} to practise, ${student.cards_due || "none"} of them due.` : "";
  const played = student.games.reduce((sum, one) => sum + one.won + one.drawn + one.lost + one.unfinished, 0);
  return `${played === 1 ? "One game" : `${played} games`} played${since}.${cards}`;
}

function game(one, number) {
  const total = one.won + one.drawn + one.lost;
  const parts = [["won", one.won], ["drawn", one.drawn], ["lost", one.lost]];
  const bar = h("div", { className: "bar", role: "img", "aria-label": parts.map(([name, count]) => `${count} ${name}`).join(", ") },
    parts.map(([name, count]) => {
      const part = h("span", { className: name });
      part.style.width = percent(total ? count / total : 0);
      return part;
    }));
  const rating = one.rating ? `about ${Math.round(one.rating.mean)} points${one.rating.low === null ? "" : ` (${Math.round(one.rating.low)} to ${Math.round(one.rating.high)})`}` : null;
  const ratings = (one.levels ?? []).map(({ at, level }) => [at, level]);
  return h("section", { className: "panel", "aria-labelledby": `game-${number}` },
    h("h2", { id: `game-${number}` }, one.title),
    h("p", {}, `${one.won} won, ${one.drawn} drawn, ${one.lost} lost`, one.unfinished ? `, ${one.unfinished} under way` : "", rating ? `; ${rating}` : "", "."),
    total ? bar : null,
    ratings.length > 1 ? timeLine(ratings, `Strength at ${one.title} over time, from ${Math.round(ratings[0][1])} to ${Math.round(ratings.at(-1)[1])} points.`) : null,
    one.months?.length > 1 ? h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": `${one.title} by month` }, h("table", {},
      h("thead", {}, h("tr", {}, ["Month", "Won", "Drawn", "Lost", "Score"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, one.months.map((month) => h("tr", {},
        h("td", {}, month.month), h("td", {}, month.won), h("td", {}, month.drawn), h("td", {}, month.lost),
        h("td", {}, month.score === null || month.score === undefined ? "" : percent(month.score))))))) : null);
}

function ended({ outcome, sides }) {
  const winner = { first: sides[0], second: sides[1] }[outcome];
  return winner ? `${winner} won` : outcome === "draw" ? "drawn" : "under way";
}

function table(contests) {
  return h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Your games as a table" }, h("table", { className: "contests", role: "table" },
    h("thead", {}, h("tr", {}, ["Game", "Against", "Result", "When", ""].map((name, column) =>
      (column === 4 ? h("td", {}) : h("th", { scope: "col" }, name))))),
    h("tbody", {}, contests.map((contest) => h("tr", { role: "row" },
      h("td", { role: "cell" }, contest.title),
      h("td", { role: "cell" }, contest.opponent?.split(":")[0] ?? "somebody beside you"),
      h("td", { role: "cell" }, contest.result ?? ended(contest)),
      h("td", { role: "cell" }, day(contest.changed)),
      h("td", { role: "cell" }, h("a", { href: `/${contest.outcome ? "review" : "play"}/${contest.id}` },
        contest.outcome ? "Review" : "Go on", h("span", { className: "hidden-text" }, ` ${contest.title} of ${day(contest.changed)}`))))))));
}
