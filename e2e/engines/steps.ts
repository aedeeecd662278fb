import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, Found } from './engine.ts';
import type { Query, Until } from './query.ts';

const LIMIT_MS = 40_000;
const BETWEEN_TRIES_MS = 50;

/** What is done with a page, each as soon as it can be. */
export type Steps = ReturnType<typeof stepsOn>;

export function stepsOn(engine: Engine) {
  /** Tries until it does not fail; a page that goes meanwhile answers nothing. */
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
  const seek = async (what: Query, until: Until): Promise<Found> => retry(() => engine.look(what, until));
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
    /** Until the address has this path. */
    arriveAt: async (path: string) => holds((wanted) => location.pathname === wanted, path),
    enter: async (title?: string) => retry(() => engine.enter(title)),

    /** Writes into a field, in the place of what is there. */
    async fill(field: Query, text: string): Promise<void> {
      await (await seek(field, 'clickable')).click();
      await engine.ask(() => (document.activeElement as HTMLInputElement).select());
      await engine.type(text);
    },
  };
}
