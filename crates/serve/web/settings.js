// What the one at this browser prefers. Kept in the browser, and nowhere else.

const KEY = "shido";
const USUAL = { theme: "", sound: false, still: false };

export const settings = { ...USUAL, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function prefersStill() {
  return settings.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function apply() {
  document.documentElement.dataset.theme = settings.theme;
}

export function offerSettings(form) {
  form.elements.theme.value = settings.theme;
  form.elements.sound.checked = settings.sound;
  form.elements.still.checked = settings.still;
  form.addEventListener("change", () => {
    settings.theme = form.elements.theme.value;
    settings.sound = form.elements.sound.checked;
    settings.still = form.elements.still.checked;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that keeps nothing still has them for this page.
    }
    apply();
  });
}

apply();
