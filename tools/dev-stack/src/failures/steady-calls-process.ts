import { createInterface } from 'node:readline';
import { createClient } from '@bijli/contract/client';

/**
 * Asks for drivers' wallets at an even pace, in a process of its own, so that nothing but the server makes a call take
 * longer. It tells of each call that ended, and after the last how many it began.
 */
export interface SteadyCalls {
  url: string;
  /** Signed-in drivers. */
  tokens: string[];
  everyMs: number;
}

/** A call that has ended. */
export interface SteadyCall {
  /** When it began, in ms since 1970. */
  atMs: number;
  tookMs: number;
  failure?: string | undefined;
}

/** The last message. */
export interface AllCalls {
  begun: number;
}

const tell = (message: object): unknown => process.stdout.write(`${JSON.stringify(message)}\n`);

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  const { url, tokens, everyMs } = JSON.parse(line) as SteadyCalls;
  const drivers = tokens.map((token) => Object.assign(createClient(url), { token }));
  const underWay = new Set<Promise<void>>();
  let count = 0;

  async function ask(): Promise<void> {
    const [atMs, from] = [Date.now(), performance.now()];
    const failure = await drivers[count++ % drivers.length]?.ask('getWallet', { query: {} }).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    tell({ atMs, tookMs: performance.now() - from, failure } satisfies SteadyCall);
  }

  const timer = setInterval(() => {
    const one = ask().finally(() => underWay.delete(one));
    underWay.add(one);
  }, everyMs);
  lines.once('close', async () => {
    clearInterval(timer);
    await Promise.all(underWay);
    tell({ begun: count } satisfies AllCalls);
  });
  tell({ isCalling: true });
});
