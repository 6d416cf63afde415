// Which page is shown. A link within Shido changes the page without loading everything again.

import { get } from "/api.js";
import { capital, h } from "/dom.js";
import { offerSettings } from "/settings.js";

const PAGES = [
  [/^\/$/, "games", "Games"],
  [/^\/new\/(.+)$/, "new", "New game"],
  [/^\/play\/(\d+)$/, "play", "Play"],
  [/^\/review\/(\d+)$/, "review", "Review"],
  [/^\/cards$/, "cards", "Practice"],
  [/^\/profile$/, "profile", "You"],
];

const main = document.getElementById("main");
let leave = () => {};
let latest = 0;

export function go(path) {
  history.pushState(null, "", path);
  show(true);
}

export function titled(title) {
  document.title = `${title} · Shido`;
}

// What went wrong, and what to do about it.
export function problem(error) {
  return h("div", { className: "notice", role: "alert" },
    h("p", {}, h("strong", {}, capital(error.message))),
    error.help ? h("p", {}, capital(error.help)) : null);
}

function failed(error) {
  titled("That did not work");
  return h("div", { className: "page failed" },
    h("h1", { tabIndex: -1 }, "That did not work"),
    problem(error),
    h("p", {}, h("a", { className: "button first", href: "/" }, "To the games")));
}

async function show(moved) {
  const visit = ++latest;
  leave();
  leave = () => {};
  const found = PAGES.map(([pattern, name, title]) => [location.pathname.match(pattern), name, title]).find(([match]) => match);
  for (const link of document.querySelectorAll("header nav a")) {
    const here = link.pathname === location.pathname;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.replaceChildren();
  main.setAttribute("aria-busy", "true");
  try {
    if (!found) throw new Error(`There is no page ${location.pathname}.`);
    const [match, name, title] = found;
    titled(title);
    const page = await import(`/pages/${name}.js`);
    const room = h("div", { className: `page ${name}` });
    // It is in the document from the start, so that a board in it can be measured.
    main.replaceChildren(room);
    const left = await page.show(room, ...match.slice(1).map(decodeURIComponent));
    if (visit !== latest) {
      left?.();
      return;
    }
    leave = left ?? leave;
  } catch (error) {
    if (visit === latest) main.replaceChildren(failed(error));
  }
  main.removeAttribute("aria-busy");
  if (moved) {
    window.scrollTo(0, 0);
    (main.querySelector("h1") ?? main).focus({ preventScroll: true });
  }
  countDue();
}

// How many positions wait to be practised.
export async function countDue() {
  const badge = document.getElementById("due");
  try {
    const { cards_due: due } = await get("/student");
    badge.replaceChildren(String(due), h("span", { className: "hidden-text" }, " due"));
    badge.hidden = !due;
  } catch {
    badge.hidden = true;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const within = link && link.origin === location.origin && !link.hasAttribute("download") && !link.target;
  if (!within || !plain || link.pathname.startsWith("/api/") || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

// The settings close when something else is touched.
const menu = document.querySelector(".settings");
document.addEventListener("pointerdown", (event) => {
  if (menu.open && !menu.contains(event.target)) menu.open = false;
});
menu.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
offerSettings(menu.querySelector("form"));
window.addEventListener("popstate", () => show(true));
show(false);
