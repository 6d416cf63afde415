// What is told to those who listen: words for a screen reader, and a quiet click for a move.

import { settings } from "/settings.js";

function say(id, text) {
  const region = document.getElementById(id);
  // The same words twice are told twice only if the region was empty in between.
  region.textContent = "";
  setTimeout(() => { region.textContent = text; }, 30);
}

export const tell = (text) => say("polite", text);
export const alarm = (text) => say("assertive", text);

let audio = null;

// A knock of wood: a short, low tone with a hard beginning.
export function knock(pitch = 220) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 2, now);
  tone.frequency.exponentialRampToValueAtTime(pitch, now + 0.03);
  loudness.gain.setValueAtTime(0.25, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(loudness).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
