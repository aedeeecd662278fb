import { api } from '@bijli/contract/api';
import type { Http } from '#http/serve.ts';
import type { Clock } from '#kernel/clock.ts';
import type { SmsSender } from '#modules/accounts/index.ts';

const MAX_MESSAGES = 500;

interface SentMessage {
  to: string;
  text: string;
  code?: string;
  at: string;
}

/** Keeps messages in memory, for demo mode, where anybody at this machine reads them at /demo/messages. */
export function createSmsOutbox(clock: Clock): SmsSender & { routes(http: Http): void } {
  const sent: SentMessage[] = [];
  return {
    async send({ to, text, values }) {
      const { code } = values;
      sent.unshift({ to, text, ...(code !== undefined && { code }), at: clock.now().toISOString() });
      sent.length = Math.min(sent.length, MAX_MESSAGES);
    },

    routes({ serve }) {
      serve(api.demoMessages, async ({ query }) => sent.filter(({ to }) => !query.mobile || to === query.mobile));
    },
  };
}
