import { runInContext } from 'node:vm';
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { setupVM, ...happyDom } = builtinEnvironments['happy-dom'];
if (!setupVM) throw new Error('happy-dom cannot be opened in a context of its own.');
const openPage = setupVM;

/**
 * happy-dom in a context of its own for each test file, which a process opens one after the other: nothing that a file leaves in a
 * page or in a module is seen by the next.
 */
export default {
  ...happyDom,
  async setupVM(options) {
    const { console } = globalThis;
    // It would write an error for each request that the page itself gives up, as a closed screen does.
    const error = (...args: unknown[]) => isGivenUp(args[0]) || console.error(...args);
    globalThis.console = { ...console, error };
    const page = await openPage(options);
    globalThis.console = console;
    const context = page.getVmContext();
    // As in a browser, what it throws is an error of the page, which has another `Error` than Node.
    runInContext('Object.setPrototypeOf(DOMException.prototype, Error.prototype)', context);
    return page;
  },
} satisfies Environment;

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'socket hang up';
}
