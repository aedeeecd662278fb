import { setTimeout as pause } from 'node:timers/promises';

const BETWEEN_TRIES_MS = 20;
/** The key that WebDriver uses for a reference to an element (W3C). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export interface Session {
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  /** Runs a function in the page and returns its result. */
  run(script: (...args: never[]) => unknown, args: unknown[]): Promise<unknown>;
  act(type: 'key' | 'pointer', actions: object[]): Promise<void>;
  idOf(element: unknown): string;
}

/**
 * Opens a session with the WebDriver server at this address (https://www.w3.org/TR/webdriver2/), as soon as it answers.
 */
export async function openSession(driver: string, ended: Promise<unknown>): Promise<Session> {
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${driver}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${error}: ${message}`);
  }
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  // The driver does not report that it is ready, so it is asked.
  while (!(await fetch(`${driver}/status`).catch(() => undefined))) {
    if (hasEnded) throw new Error('The driver of the browser has ended.');
    await pause(BETWEEN_TRIES_MS);
  }
  const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string };
  const inSession: Session['call'] = (method, path, body) =>
    call(method, `/session/${sessionId}${path && '/'}${path}`, body);

  return {
    call: inSession,

    run: async (script, args) =>
      inSession('POST', 'execute/sync', { script: `return (${String(script)})(...arguments)`, args }),

    async act(type, actions) {
      await inSession('POST', 'actions', { actions: [{ type, id: type, actions }] });
    },

    idOf: (element) => (element as Record<string, string>)[ELEMENT] ?? '',
  };
}
