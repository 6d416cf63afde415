// Where the places of a board are, in the coordinates of its drawing.

// Notes the room of a place, its middle and its size. The first shape of its group is its room.
export function measure(place) {
  const room = place.group.querySelector(":scope > rect, :scope > circle") ?? place.group;
  const { x, y, width, height } = room.getBBox();
  place.box = { x, y, width, height };
  place.at = [x + width / 2, y + height / 2];
  // A long place is marked where it is open: at its end towards the middle of the board.
  place.long = height > 2 * width;
  if (place.long) place.at[1] += (place.at[1] < 0 ? 0.36 : -0.36) * height;
  place.size = Math.min(width, height);
}

// The nearest place in a direction; what lies aside counts more than what lies ahead.
export function neighbour(places, name, [right, down]) {
  const [x, y] = places.get(name).at;
  let best = null;
  let least = Infinity;
  for (const other of places.values()) {
    const [dx, dy] = [other.at[0] - x, other.at[1] - y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (ahead <= 1 || aside > 2 * ahead) continue;
    const distance = ahead + 2.5 * aside;
    if (distance < least) [best, least] = [other.name, distance];
  }
  return best;
}
