// A clock beside each side. The server keeps the time; in between it is counted here.

const LOW = 20_000;

export class Clock {
  constructor(faces) {
    this.faces = faces;
    this.told = null;
    this.timer = null;
  }

  // Shows what the server told; nothing where there is no clock.
  show(clock) {
    this.told = clock;
    this.since = performance.now();
    clearInterval(this.timer);
    for (const face of this.faces) face.hidden = !clock;
    if (!clock) return;
    this.draw();
    if (clock.running) this.timer = setInterval(() => this.draw(), 200);
  }

  draw() {
    ["first", "second"].forEach((seat, number) => {
      const running = this.told.running === seat;
      const left = Math.max(0, this.told.left[number] - (running ? performance.now() - this.since : 0));
      const face = this.faces[number];
      face.textContent = written(left);
      face.classList.toggle("running", running);
      face.classList.toggle("low", running && left < LOW);
    });
  }

  stop() {
    clearInterval(this.timer);
  }
}

function written(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const pad = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
