import * as z from 'zod/mini';
import { api } from '@bijli/contract/api';
import { subject, type Bus } from '#cluster/bus.ts';
import type { Http } from '#http/calls/serve.ts';
import type { Clock } from '#kernel/clock.ts';
import type { SmsSender } from '#modules/accounts/index.ts';

const MAX_MESSAGES = 500;

const sentMessage = z.object({ to: z.string(), text: z.string(), code: z.optional(z.string()), at: z.string() });
type SentMessage = z.output<typeof sentMessage>;
const messageSent = subject('demo-message-sent', sentMessage);

/**
 * Keeps messages in memory for demo mode. Anyone on this machine reads them at /demo/messages, on any node, whichever
 * has sent them.
 */
export function createSmsOutbox(clock: Clock, bus?: Bus): SmsSender & { routes(http: Http): void } {
  const sent: SentMessage[] = [];
  function keep(message: SentMessage): void {
    sent.unshift(message);
    sent.length = Math.min(sent.length, MAX_MESSAGES);
  }
  bus?.subscribe(messageSent, keep);
  return {
    async send({ to, text, values }) {
      const { code } = values;
      const message = { to, text, ...(code !== undefined && { code }), at: clock.now().toISOString() };
      keep(message);
      bus?.publish(messageSent, message);
    },

    routes({ serve }) {
      serve(api.demoMessages, async ({ query }) => sent.filter(({ to }) => !query.mobile || to === query.mobile));
    },
  };
}
