// The first page: what is under way, and the games to choose from.

import { get, link, post } from "/api.js";
import { go, problem } from "/app.js";
import { ago, h, put } from "/dom.js";

export async function show(room) {
  const [{ groups }, { contests }] = await Promise.all([get("/games"), get("/contests", { unfinished: true, limit: 6 })]);
  put(room,
    h("h1", { tabIndex: -1 }, "Which game?"),
    h("p", { className: "lead" }, "The tutor plays at your level, leaves you chances that you can find, and looks at the game with you afterwards."),
    contests.length ? underWay(contests) : null,
    search(),
    h("div", { className: "groups" }, groups.map(group)),
    h("div", { className: "doors" }, frameDoor(), recordDoor()),
  );
}

function underWay(contests) {
  const about = ({ moves, changed }) => `${moves} ${moves === 1 ? "move" : "moves"}, ${ago(changed)}`;
  return h("section", { className: "under-way", "aria-labelledby": "under-way" },
    h("h2", { id: "under-way" }, "Go on with"),
    h("ul", {}, contests.map((contest) => h("li", {},
      h("a", { href: `/play/${contest.id}` }, h("strong", {}, contest.title), h("span", { className: "soft" }, about(contest)))))));
}

// Leaves only the games whose name or description has what is typed.
function search() {
  const none = h("p", { className: "soft", hidden: true }, "There is no such game.");
  const input = h("input", { type: "search", id: "search", placeholder: "Find a game", oninput: () => {
    const wanted = input.value.trim().toLowerCase();
    for (const game of document.querySelectorAll(".games-list > li")) game.hidden = !game.textContent.toLowerCase().includes(wanted);
    for (const section of document.querySelectorAll(".groups section")) section.hidden = !section.querySelector("li:not([hidden])");
    none.hidden = Boolean(document.querySelector(".games-list > li:not([hidden])"));
  } });
  return h("div", { className: "search" }, h("label", {}, h("span", { className: "hidden-text" }, "Find a game"), input), none);
}

function group({ group: name, games }, number) {
  return h("section", { "aria-labelledby": `group-${number}` },
    h("h2", { id: `group-${number}` }, name),
    h("ul", { className: "games-list" }, games.map((game) => h("li", {},
      h("a", { href: `/new/${encodeURIComponent(game.name)}` },
        h("div", { className: "picture" },
          h("img", { src: link(`/games/${encodeURIComponent(game.name)}/picture.svg`), alt: "", loading: "lazy", width: 200, height: 200 })),
        h("div", { className: "text" }, h("h3", {}, game.title), h("p", {}, game.about)))))));
}

// A place where a file can be dropped or chosen.
function door(title, about, accept, take) {
  const told = h("div", {});
  const read = async (file) => {
    told.replaceChildren();
    try {
      await take(await file.text(), file.name);
    } catch (error) {
      told.replaceChildren(problem(error), mistakes(error));
    }
  };
  const input = h("input", { type: "file", accept, onchange: () => input.files[0] && read(input.files[0]) });
  const element = h("section", { className: "panel drop" },
    h("h2", {}, title),
    h("p", { className: "soft" }, about),
    h("label", {}, h("span", {}, "Choose a file, or drop it here"), input),
    told);
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    element.classList.add("over");
  });
  element.addEventListener("dragleave", () => element.classList.remove("over"));
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    element.classList.remove("over");
    if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
  });
  return element;
}

function mistakes(error) {
  if (!error.mistakes?.length) return "";
  const line = ({ line, column, problem: what, help }) => `${line}:${column}: ${what}${help ? `\n  ${help}` : ""}`;
  return h("div", { className: "notice" }, h("pre", { tabIndex: 0 }, error.mistakes.map(line).join("\n")));
}

const frameDoor = () => door("A game of your own",
  "A game is a short text file, a frame. Shido plays it as it plays any other.", ".toml,text/plain",
  async (text) => {
    await post("/frames/check", { frame: text });
    sessionStorage.setItem("frame", text);
    go("/new/frame");
  });

const recordDoor = () => door("A game that was played",
  "PGN, SGF or a transcript: look at it with the tutor.", ".pgn,.sgf,.txt,text/plain",
  async (text) => {
    const { contests } = await post("/contests/import", { text });
    go(`/review/${contests[0].id}`);
  });
