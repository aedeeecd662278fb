import type { Logger } from 'pino';
import { SECOND_MS } from '#kernel/durations.ts';

/** Longer than it takes to close the links of thousands of charge points. */
const END_TIMEOUT_MS = 30 * SECOND_MS;

/** The exit code after which `scripts/start.mjs` starts the server again (EX_TEMPFAIL of sysexits.h). */
export const START_AGAIN_CODE = 75;

export interface UncaughtErrors {
  /** Resolves after an uncaught error. The process can no longer be trusted and must end. */
  caught: Promise<void>;
  /** Why the process no longer serves, for health checks. Undefined if it does. */
  whyNotServing(): string | undefined;
}

/** Handles uncaught errors and rejections, which would otherwise end the process at once. */
export function watchUncaughtErrors(log: Logger): UncaughtErrors {
  const { promise, resolve } = Promise.withResolvers<void>();
  let reason: string | undefined;
  // Rejections arrive here too. `origin` tells them apart.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ event: 'process.uncaught', error, origin }, 'uncaught error; the server exits and is started again');
    reason = 'the server is ending';
    resolve();
  });
  return { caught: promise, whyNotServing: () => reason };
}

/** Ends the process in any case after its drain, which may take `drainMs`, even if something is not closed by then. */
export function exitAfterDrain(code: number, drainMs: number, log: Logger): void {
  setTimeout(() => {
    log.fatal({ event: 'process.cut_off' }, 'not everything could be closed in time');
    process.exit(code);
  }, drainMs + END_TIMEOUT_MS).unref();
}
