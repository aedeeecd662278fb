import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach } from 'vitest';
import { createSandbox, type Sandbox } from '@bijli/payment-sandbox/sandbox';
import type { Log } from '#kernel/log.ts';

/** A merchant's credentials at PhonePe, and those that sign its webhooks. */
export const PHONEPE_CREDENTIALS = {
  clientId: 'bijli',
  clientSecret: 'client-secret-text',
  clientVersion: '1',
  webhookUsername: 'hook_user',
  webhookPassword: 'hook_pass1',
};
export const PHONEPE_SIGNATURE = 'fe3599e041bb2625747b76439c78f14e880be3cccc1bfbe05e127e16976a4350';

/** What tests of a payment provider's adapter need. After each test, servers are closed and the log is emptied. */
export function providerFixture() {
  const open: { close(): unknown }[] = [];
  const lines: string[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
    lines.length = 0;
  });

  const note = (...noted: unknown[]) => void lines.push(JSON.stringify(noted));
  const closing = <T extends { close(): unknown }>(one: T): T => {
    open.push(one);
    return one;
  };

  return {
    /** The lines of the log, of every level. */
    lines,
    log: { debug: note, info: note, warn: note, error: note } as unknown as Log,

    sandbox: async (options: Parameters<typeof createSandbox>[0]): Promise<Sandbox> =>
      closing(await createSandbox(options)),

    /** Starts a provider that answers as the test wants, and returns its URL. */
    async serverThat(
      answers: (answer: ServerResponse, headers: IncomingHttpHeaders, body: string) => unknown,
    ): Promise<string> {
      const server = createServer(async (request, answer) => {
        answers(answer, request.headers, await text(request));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      closing({
        close() {
          server.closeAllConnections();
          server.close();
        },
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
