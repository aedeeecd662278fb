import formbody from '@fastify/formbody';
import fastify from 'fastify';
import type { SentMessage, SmsContext, SmsQuirk } from './sms-context.ts';
import { msg91Routes, type Msg91Account } from './sms-msg91.ts';
import { twilioRoutes, type TwilioAccount } from './sms-twilio.ts';

export type { SmsQuirk } from './sms-context.ts';

export interface SmsSandbox {
  /** The loopback address that it listens on. */
  readonly url: string;
  /** Accepted messages, oldest first. */
  readonly sent: readonly SentMessage[];
  /** Number of calls, accepted or not. */
  readonly calls: number;
  /** Makes every call fail with this quirk. Undefined ends that. */
  fail(quirk: SmsQuirk | undefined): void;
  close(): Promise<void>;
}

/** Creates a stand-in for the SMS providers, over HTTP on loopback. It keeps everything in memory. */
export async function createSmsSandbox({
  msg91,
  twilio,
  port = 0,
}: { msg91?: Msg91Account; twilio?: TwilioAccount; port?: number } = {}): Promise<SmsSandbox> {
  const context: SmsContext = { sent: [], quirk: undefined };
  let calls = 0;
  const app = fastify({ forceCloseConnections: true });
  await app.register(formbody);
  app.addHook('preHandler', async (_request, reply) => {
    calls += 1;
    if (context.quirk === 'silent') {
      reply.hijack();
      return;
    }
    if (context.quirk === 'cut') {
      reply.hijack();
      reply.raw.socket?.destroy();
      return;
    }
    if (context.quirk === 'nonsense') return reply.type('text/html').send('<h1>Welcome</h1>');
  });
  if (msg91) msg91Routes(app, msg91, context);
  if (twilio) twilioRoutes(app, twilio, context);
  const url = await app.listen({ host: '127.0.0.1', port });
  return {
    url,
    sent: context.sent,
    get calls() {
      return calls;
    },
    fail(quirk) {
      context.quirk = quirk;
    },
    close: () => app.close(),
  };
}
