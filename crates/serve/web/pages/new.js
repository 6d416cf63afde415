// A new game: against whom, on which side, from where, with or without a clock.

import { get, link, post } from "/api.js";
import { go, problem, titled } from "/app.js";
import { drawing, h, paragraphs } from "/dom.js";

export async function show(room, name) {
  const framed = name === "frame";
  const frame = framed ? sessionStorage.getItem("frame") : null;
  if (framed && !frame) throw new Error("There is no frame in this window. Choose the file again on the first page.");
  const game = framed ? await post("/frames/check", { frame }) : await get(`/games/${encodeURIComponent(name)}`);
  const known = framed ? { levels: [], players: [] } : null;
  const { levels, players } = known ?? await get("/players", { game: name });
  titled(game.title);
  const picture = h("div", { className: "look" }, framed
    ? drawing(game.board.svg)
    : h("img", { className: "picture", src: link(`/games/${encodeURIComponent(name)}/picture.svg`), alt: `The board of ${game.title}` }));
  if (framed) picture.firstChild.classList.add("picture");
  const told = h("div", {});
  const opponent = chooseOpponent(levels, players);
  const start = startPosition(framed ? null : name, game);
  const clock = chooseClock();
  const seats = chooseSeat(game.sides);
  const form = h("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      told.replaceChildren();
      try {
        const order = {
          ...(framed ? { frame } : { game: name }),
          opponent: opponent.value(),
          seat: seats.value(),
          ...(start.value() ? { start: start.value() } : {}),
          ...(clock.value() ? { clock: clock.value() } : {}),
        };
        const contest = await post("/contests", order);
        go(`/play/${contest.id}`);
      } catch (error) {
        told.replaceChildren(problem(error));
      }
    },
  },
  opponent.element, seats.element,
  h("details", {}, h("summary", {}, "Position to start from, and clock"), start.element, clock.element),
  told,
  h("p", {}, h("button", { className: "first large", id: "begin" }, "Play")));
  room.append(
    h("h1", { tabIndex: -1 }, game.title),
    h("p", { className: "lead" }, game.about),
    h("div", { className: "columns" },
      picture,
      form,
      h("details", { className: "panel rules", open: true },
        h("summary", {}, "Rules, and how to move"),
        h("div", {}, paragraphs(game.rules || "The board shows where you can move."),
          h("p", {}, "Touch a piece and then where it goes, or drag it. With the keyboard: arrow keys and Enter on the board, or type the move.")))));
}

function radios(name, options, checked) {
  return h("div", { className: "options" }, options.map(([value, label]) =>
    h("label", {}, h("input", { type: "radio", name, value, checked: value === checked }), label)));
}

function chooseOpponent(levels, players) {
  const kinds = radios("opponent", [["tutor", "The tutor"], ["player", "Another player"], ["people", "Somebody beside me"]], "tutor");
  const level = h("select", { id: "level" },
    h("option", { value: "" }, "at my level"),
    levels.map((one) => h("option", { value: one.level }, one.level)));
  const strength = h("p", { className: "soft" });
  const tutor = h("div", {}, h("label", {}, "How strong?", level), strength);
  const tellStrength = () => {
    const usual = "It gets to know you by your moves and results, and plays so that you score about half.";
    const chosen = levels.find((one) => one.level === level.value);
    strength.textContent = chosen ? `It plays like somebody of ${chosen.rating} points.` : usual;
  };
  level.addEventListener("change", tellStrength);
  tellStrength();
  const usable = players.filter((player) => !player.unavailable);
  const chosen = h("select", { id: "player" }, usable.map((player) => h("option", { value: player.name }, player.name)));
  const about = h("p", { className: "soft" });
  const fields = h("div", { className: "player-options" });
  const written = h("input", { id: "spec", placeholder: "mcts:playouts=2000" });
  const other = h("div", { hidden: true },
    usable.length
      ? [h("label", {}, "Who?", chosen), about, fields]
      : h("label", {}, "Who? As it is written on the command line", written));
  const describe = () => {
    const player = usable.find((one) => one.name === chosen.value);
    if (!player) return;
    about.textContent = player.about;
    fields.replaceChildren(...player.options.filter((option) => option.type !== "prefix").map(field));
  };
  chosen.addEventListener("change", describe);
  describe();
  const kind = () => kinds.querySelector(":checked").value;
  kinds.addEventListener("change", () => {
    tutor.hidden = kind() !== "tutor";
    other.hidden = kind() !== "player";
  });
  const element = h("fieldset", {}, h("legend", {}, "Against"), kinds, h("div", { className: "below" }, tutor, other));
  const value = () => {
    if (kind() === "people") return { people: true };
    if (kind() === "tutor") return { tutor: level.value || null };
    return { player: usable.length ? spec(chosen.value, fields) : written.value.trim() };
  };
  return { element, value };
}

// A player as it is written: what was left as it usually is, is left out.
function spec(name, fields) {
  const given = [...fields.querySelectorAll("[name]")]
    .filter((input) => input.value.trim() !== "" && input.value !== input.dataset.usual)
    .map((input) => {
      const value = input.value.trim();
      const nested = input.dataset.type === "player" || input.dataset.type === "opponent";
      return `${input.name}=${nested && /[:,]/.test(value) && !value.startsWith("[") ? `[${value}]` : value}`;
    });
  return given.length ? `${name}:${given.join(",")}` : name;
}

// The field for an option, as its description says.
function field(option) {
  const common = { name: option.name, required: option.required };
  let input;
  if (option.type === "choice") {
    input = h("select", common, option.default === null ? h("option", { value: "" }, "as usual") : null,
      option.choices.map((choice) => h("option", { value: choice, selected: choice === option.default }, choice)));
  } else if (option.type === "whole" || option.type === "number") {
    input = h("input", { ...common, type: "number", min: option.least, step: option.type === "whole" ? 1 : "any", value: option.default ?? "" });
    if (Number.isFinite(option.most) && option.most < 4e9) input.max = option.most;
  } else {
    input = h("input", { ...common, value: option.default ?? "", placeholder: option.type === "text" ? option.example.replaceAll("`", "") : "" });
  }
  input.dataset.usual = option.default ?? "";
  input.dataset.type = option.type;
  return h("label", {}, h("span", {}, option.name.replaceAll("-", " ")), input, h("span", { className: "about" }, option.about));
}

function chooseSeat(sides) {
  const kinds = radios("seat", [["first", `${sides[0]}, moves first`], ["second", sides[1]], ["either", "by lot"]], "first");
  return { element: h("fieldset", {}, h("legend", {}, "You play"), kinds), value: () => kinds.querySelector(":checked").value };
}

function startPosition(name, game) {
  const text = h("textarea", { id: "start", rows: 2, spellcheck: false, placeholder: game.position });
  const told = h("div", { "aria-live": "polite" });
  const look = async () => {
    told.replaceChildren();
    if (!text.value.trim() || !name) return;
    try {
      const { board } = await get(`/games/${encodeURIComponent(name)}/position`, { position: text.value.trim() });
      const svg = drawing(board.svg);
      svg.classList.add("picture");
      told.replaceChildren(svg);
    } catch (error) {
      told.replaceChildren(problem(error));
    }
  };
  text.addEventListener("change", look);
  const element = h("fieldset", {}, h("legend", {}, "Start"),
    h("label", {}, "A position to begin from; empty for the usual start", text), told);
  return { element, value: () => text.value.trim() };
}

function chooseClock() {
  const kinds = radios("clock", [["", "no clock"], ["300+3", "5 minutes + 3 s a move"], ["900+10", "15 minutes + 10 s"], ["own", "other"]], "");
  const base = h("input", { type: "number", min: 0.1, step: "any", value: 10, id: "minutes" });
  const increment = h("input", { type: "number", min: 0, value: 5, id: "increment" });
  const own = h("div", { className: "row", hidden: true },
    h("label", {}, "Minutes", base), h("label", {}, "Seconds a move", increment));
  kinds.addEventListener("change", () => { own.hidden = kinds.querySelector(":checked").value !== "own"; });
  const value = () => {
    const chosen = kinds.querySelector(":checked").value;
    if (!chosen) return null;
    if (chosen === "own") return { base: Math.round(60 * Number(base.value)), increment: Number(increment.value) };
    const [seconds, more] = chosen.split("+").map(Number);
    return { base: seconds, increment: more };
  };
  return { element: h("fieldset", {}, h("legend", {}, "Clock"), kinds, own), value };
}
