// Elements made of a tag, attributes and children. Text is always text: nothing is read as markup.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list" && name !== "form") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  return put(element, ...children);
}

// Adds children; lists are taken apart, and what is not there is left out.
export function put(element, ...children) {
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// A drawing that the server made. It is parsed as XML, so that it can hold nothing but what it says.
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

export function paragraphs(text) {
  return text.split(/\n\s*\n/).filter((part) => part.trim()).map((part) => h("p", {}, part.trim()));
}

export const percent = (share) => `${Math.round(100 * share)}%`;

export function day(milliseconds) {
  return new Date(milliseconds).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" });
}

// When something happened, as one says it.
export function ago(milliseconds) {
  const days = Math.floor(new Date().setHours(0, 0, 0, 0) / 864e5) - Math.floor(new Date(milliseconds).setHours(0, 0, 0, 0) / 864e5);
  return days === 0 ? "today" : days === 1 ? "yesterday" : day(milliseconds);
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
