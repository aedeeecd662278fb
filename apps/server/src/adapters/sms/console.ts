import type { Log } from '#kernel/log.ts';
import type { SmsSender } from '#modules/accounts/index.ts';

/** Writes messages to the log instead of sending them: for trying an installation out before a vendor is signed. */
export function createConsoleSender(log: Log): SmsSender {
  return {
    async send({ to, text }) {
      log.info({ to, text }, 'a short message');
    },
  };
}
