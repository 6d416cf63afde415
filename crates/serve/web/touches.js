// From places touched one after the other to a move. The server tells of each legal move which places are
// touched for it in which order, so nothing is known of the game here.

export class Touches {
  constructor(moves) {
    // A move may be made in several ways; where it leads is the same.
    this.moves = moves.flatMap((move) => [move.touches, ...(move.also ?? [])]
      .map((touches) => ({ ...move, touches, to: move.touches.at(-1) })));
    this.path = [];
  }

  // The moves that begin with what was touched so far.
  get begun() {
    return this.moves.filter((move) => this.path.every((place, step) => move.touches[step] === place));
  }

  // The places that lead on.
  get next() {
    const step = this.path.length;
    return new Set(this.begun.filter((move) => move.touches.length > step).map((move) => move.touches[step]));
  }

  // The moves that need no further touch.
  get complete() {
    return this.begun.filter((move) => move.touches.length === this.path.length);
  }

  // Where a marker comes to lie that is put on this place, if that ends the move: in a rack it falls.
  falls(place) {
    const step = this.path.length;
    return this.begun.find((move) => move.touches.length === step + 1 && move.touches[step] === place)?.to;
  }

  // Where a piece can be taken up, as against a place on which one is put.
  starts(place) {
    return this.moves.some((move) => move.touches.length > 1 && move.touches[0] === place);
  }

  // Whether more is to be touched after this place.
  leads(place) {
    const step = this.path.length;
    return this.begun.some((move) => move.touches[step] === place && move.touches.length > step + 1);
  }

  clear() {
    this.path = [];
  }

  // Touches a place. Answers the move when it is clear which one is meant.
  touch(place) {
    if (this.next.has(place)) this.path.push(place);
    else {
      const again = this.path.length === 1 && this.path[0] === place;
      this.clear();
      if (!again && this.next.has(place)) this.path.push(place);
    }
    const { path, complete, next } = this;
    return path.length > 0 && next.size === 0 && complete.length === 1 ? complete[0] : null;
  }
}
