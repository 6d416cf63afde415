// What the server is asked. An error that it tells is thrown with what to do about it.

const BASE = "/api/v1";

export class Refused extends Error {
  constructor(status, told) {
    super(told.error ?? "The server did not answer as expected.");
    this.status = status;
    this.help = told.help ?? null;
    this.mistakes = told.mistakes ?? [];
  }
}

async function ask(path, options, query = {}) {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== false);
  const search = asked.length ? `?${new URLSearchParams(asked)}` : "";
  let answer;
  try {
    answer = await fetch(BASE + path + search, options);
  } catch {
    throw new Refused(0, { error: "Shido does not answer.", help: "Is the server still running?" });
  }
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
  return answer.status === 204 ? null : answer.json();
}

export const get = (path, query) => ask(path, {}, query);

export const post = (path, body = {}, query = {}) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }, query);

export const link = (path) => BASE + path;

// Calls the listeners by the names of events, until the source is closed.
export function listen(path, listeners) {
  const source = new EventSource(BASE + path);
  for (const [name, listener] of Object.entries(listeners)) {
    source.addEventListener(name, (event) => listener(event.data ? JSON.parse(event.data) : {}));
  }
  return source;
}
