import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { setup, ...happyDom } = builtinEnvironments['happy-dom'];

/** happy-dom, except that it does not write an error for each request that the page itself gives up, as a closed screen does. */
export default {
  ...happyDom,
  async setup(global, options) {
    const { console } = global;
    const error = (...args: unknown[]) => isGivenUp(args[0]) || console.error(...args);
    global.console = { ...console, error };
    const page = await setup(global, options);
    global.console = console;
    return page;
  },
} satisfies Environment;

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'socket hang up';
}
