// Moves pieces from where they were in one drawing of a board to where they are in the next.

const DURATION = 220;

// What a piece is, without the part of its id that differs between drawings.
function kind(piece) {
  return (piece.getAttribute("href") ?? piece.tagName).replace(/^#shido-[0-9a-f]+-/, "");
}

// All pieces of a drawing with where they are.
function pieces(svg) {
  return [...svg.querySelectorAll("[data-side]")].map((element) => {
    const home = element.closest("[data-place], [data-hand]");
    const at = element.tagName === "use"
      ? element.transform.baseVal.getItem(0).matrix
      : { e: Number(element.getAttribute("x")), f: Number(element.getAttribute("y")) };
    return {
      element,
      side: element.dataset.side,
      kind: kind(element),
      home: home?.dataset.place ?? `hand:${home?.dataset.hand}`,
      x: at.e,
      y: at.f,
    };
  });
}

// Takes out of both lists what is the same in both.
function different(before, after) {
  const key = (piece) => `${piece.home}|${piece.side}|${piece.kind}|${Math.round(piece.x)}|${Math.round(piece.y)}`;
  const count = new Map();
  for (const piece of before) count.set(key(piece), (count.get(key(piece)) ?? 0) + 1);
  const arrived = after.filter((piece) => {
    const left = count.get(key(piece)) ?? 0;
    if (left > 0) count.set(key(piece), left - 1);
    return left === 0;
  });
  const gone = before.filter((piece) => {
    const left = count.get(key(piece)) ?? 0;
    if (left > 0) count.set(key(piece), left - 1);
    return left > 0;
  });
  return { gone, arrived };
}

// Finds for each piece that arrived the one that left: the same kind of the same side first, then another kind of
// that side, as when it was promoted.
function pairs(gone, arrived) {
  const found = [];
  const rest = [...gone];
  const alike = [
    (a, b) => a.side === b.side && a.kind === b.kind && a.home !== b.home,
    (a, b) => a.side === b.side && a.home !== b.home && !b.home.startsWith("hand:"),
  ];
  const open = new Set(arrived);
  for (const matches of alike) {
    for (const piece of arrived) {
      if (!open.has(piece)) continue;
      const near = rest.filter((other) => matches(piece, other))
        .sort((a, b) => Math.hypot(a.x - piece.x, a.y - piece.y) - Math.hypot(b.x - piece.x, b.y - piece.y))[0];
      if (!near) continue;
      found.push([near, piece]);
      rest.splice(rest.indexOf(near), 1);
      open.delete(piece);
    }
  }
  return { found, appeared: [...open], vanished: rest };
}

// Animates from the old drawing to the new one, which is in the page already. `dropped` is where a piece was put
// down by hand, so that it is there already.
export function glide(old, svg, dropped) {
  if (!old || old.dataset.near !== svg.dataset.near || old.getAttribute("viewBox") !== svg.getAttribute("viewBox")) return;
  const { gone, arrived } = different(pieces(old), pieces(svg));
  // More than a move changes is another position.
  if (gone.length + arrived.length > 24) return;
  const { found, appeared, vanished } = pairs(gone, arrived);
  const timing = { duration: DURATION, easing: "cubic-bezier(.3,0,.2,1)" };
  const layer = svg.querySelector(".glide");
  // Coordinates of the drawing are pixels for a transform in CSS.
  const scale = (piece) => piece.element.getAttribute("transform")?.match(/scale\([^)]*\)/)?.[0] ?? "";
  const shift = (piece, x, y) => `translate(${x}px, ${y}px) ${scale(piece)}`;
  const above = (piece) => {
    const copy = piece.element.cloneNode(true);
    layer.append(copy);
    return copy;
  };
  const fly = (piece, frames, options = timing) => {
    const copy = above(piece);
    piece.element.setAttribute("visibility", "hidden");
    const run = copy.animate(frames, options);
    const done = () => {
      copy.remove();
      piece.element.removeAttribute("visibility");
    };
    run.finished.then(done, done);
  };
  for (const [from, to] of found) {
    if (to.element.tagName !== "use" || to.home === dropped) continue;
    fly(to, [{ transform: shift(to, from.x, from.y) }, { transform: shift(to, to.x, to.y) }]);
  }
  for (const piece of appeared) {
    if (piece.element.tagName !== "use") continue;
    const turned = gone.some((other) => other.home === piece.home && other.side !== piece.side);
    if (svg.dataset.surface === "rack") {
      const top = svg.viewBox.baseVal.y;
      fly(piece, [{ transform: shift(piece, piece.x, top) }, { transform: shift(piece, piece.x, piece.y) }],
        { duration: 130 + 0.35 * (piece.y - top), easing: "cubic-bezier(.5,0,.9,.6)" });
    } else if (turned) {
      fly(piece, [{ transform: `${shift(piece, piece.x, piece.y)} scaleX(0.05)` }, { transform: shift(piece, piece.x, piece.y) }]);
    } else {
      fly(piece, [{ opacity: 0 }, { opacity: 1 }], { duration: DURATION / 2 });
    }
  }
  for (const piece of vanished) {
    if (piece.element.tagName !== "use" || appeared.some((other) => other.home === piece.home)) continue;
    // Its definition is in the old drawing, and has a like one here only if such a piece is left.
    const alike = [...svg.querySelectorAll(`use[data-side="${piece.side}"]`)].find((other) => kind(other) === piece.kind);
    if (!alike) continue;
    const copy = piece.element.cloneNode(true);
    copy.setAttribute("href", alike.getAttribute("href"));
    layer.append(copy);
    const run = copy.animate([{ opacity: 1 }, { opacity: 0 }], timing);
    run.finished.then(() => copy.remove(), () => copy.remove());
  }
}
