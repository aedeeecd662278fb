import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, Found } from './engine.ts';
import type { Query, ElementState } from './query.ts';

const LIMIT_MS = 40_000;
const BETWEEN_TRIES_MS = 50;

/** The actions of a test on a page. Each waits until it is possible. */
export type Steps = ReturnType<typeof stepsOn>;

export function stepsOn(engine: Engine) {
  /** Retries until the task succeeds. A task fails if the page navigates meanwhile. */
  async function retry<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const end = Date.now() + LIMIT_MS;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (Date.now() > end) throw error;
      }
      await pause(BETWEEN_TRIES_MS);
    }
  }
  const seek = async (what: Query, until: ElementState): Promise<Found> => retry(() => engine.look(what, until));
  const holds = async <Args extends unknown[]>(is: (...args: Args) => boolean, ...args: Args): Promise<void> =>
    retry(async () => {
      if (!(await engine.ask(is, ...args))) throw new Error(`It does not hold that ${String(is)} with ${String(args)}`);
    });

  return {
    ...engine,
    holds,
    see: async (what: Query) => void (await seek(what, 'there')),
    missing: async (what: Query) => void (await seek(what, 'gone')),
    tap: async (what: Query) => (await seek(what, 'clickable')).click(),
    slide: async (what: Query, px: number) => (await seek(what, 'clickable')).drag(px),
    /** Waits until the address has this path. */
    arriveAt: async (path: string) => holds((wanted) => location.pathname === wanted, path),
    enter: async (title?: string) => retry(() => engine.enter(title)),

    /** Replaces the text of a field. */
    async fill(field: Query, text: string): Promise<void> {
      await (await seek(field, 'clickable')).click();
      await engine.ask(() => (document.activeElement as HTMLInputElement).select());
      await engine.type(text);
    },
  };
}
