import { runInContext } from 'node:vm';
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { setupVM, ...happyDom } = builtinEnvironments['happy-dom'];
if (!setupVM) throw new Error('happy-dom cannot be opened in a context of its own.');
const openPage = setupVM;

/**
 * A happy-dom window in a new context for each test file. One process opens them one after the other, so no file sees
 * what another left in a page or a module.
 */
export default {
  ...happyDom,
  async setupVM(options) {
    const { console } = globalThis;
    // happy-dom would report an error for each request that the page itself aborts, for example when a screen closes.
    const error = (...args: unknown[]) => isGivenUp(args[0]) || console.error(...args);
    globalThis.console = { ...console, error };
    const page = await openPage(options);
    globalThis.console = console;
    const context = page.getVmContext();
    // As in a browser, an exception of the page belongs to the page's `Error`, which is not Node's.
    runInContext('Object.setPrototypeOf(DOMException.prototype, Error.prototype)', context);
    const { happyDOM } = context as unknown as { happyDOM: { close(): Promise<void> } };
    // Only happy-dom's `close`. The page's own end waits until nothing runs, and a socket that keeps reconnecting would
    // never let it end.
    return { ...page, teardown: () => happyDOM.close() };
  },
} satisfies Environment;

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'socket hang up';
}
