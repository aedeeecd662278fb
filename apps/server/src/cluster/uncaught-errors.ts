import type { Logger } from 'pino';
import { SECOND_MS } from '#kernel/durations.ts';

/** Longer than the links of thousands of charge points in mid-charge need to be closed in order. */
const END_TIMEOUT_MS = 30 * SECOND_MS;

/** What `scripts/start.mjs` starts again after (EX_TEMPFAIL of sysexits.h). Other codes are for good. */
export const START_AGAIN_CODE = 75;

export interface UncaughtErrors {
  /** Resolves when an error was caught by nobody: this process can no longer be trusted and has to end. */
  caught: Promise<void>;
  /** Why it serves no longer, for whoever asks how it is. */
  problem(): string | undefined;
}

/** Hears of errors and rejections that nobody caught; without it they would end the process in the middle of everything. */
export function watchUncaughtErrors(log: Logger): UncaughtErrors {
  const { promise, resolve } = Promise.withResolvers<void>();
  let problem: string | undefined;
  // Rejections come here too, told apart by `origin`.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ event: 'process.uncaught', error, origin }, 'uncaught error; the server exits and is started again');
    problem = 'the server is ending';
    resolve();
  });
  return { caught: promise, problem: () => problem };
}

/** From now on the process ends in any case, if need be before all is closed, which may take so long by itself. */
export function exitAfterDrain(code: number, drainMs: number, log: Logger): void {
  setTimeout(() => {
    log.fatal({ event: 'process.cut_off' }, 'not everything could be closed in time');
    process.exit(code);
  }, drainMs + END_TIMEOUT_MS).unref();
}
