import type { Clock } from './clock.ts';
import { SECOND_MS } from './durations.ts';
import { TokenBuckets, type Rate } from './token-bucket.ts';

/** A caller that is refused more often than this does not read the answers. */
const PROMPT_RATE: Rate = { burst: 60, perSecond: 5 };
const DELAY_MS = SECOND_MS;
const MAX_DELAYED = 2000;

export type DelayedRefusals = ReturnType<typeof createDelayedRefusals>;

/**
 * Delays each refusal for a caller that keeps asking although it is refused, so that a flood costs the caller time, not
 * the server. `isProxy` names proxies: their connections also serve others, so they are neither delayed nor cut.
 */
export function createDelayedRefusals(clock: Clock, isProxy: (peer: string) => boolean) {
  const prompt = new TokenBuckets<string>(PROMPT_RATE, clock);
  let waiting = 0;
  return {
    /**
     * Resolves when a caller's refusal may be sent to the peer of the connection. With false if too many wait; then cut
     * the connection.
     */
    async wait(caller: string, peer: string | undefined): Promise<boolean> {
      if ((peer !== undefined && isProxy(peer)) || prompt.of(caller).take()) return true;
      if (waiting >= MAX_DELAYED) return false;
      waiting += 1;
      await new Promise<void>((resolve) => clock.after(DELAY_MS, resolve));
      waiting -= 1;
      return true;
    },
  };
}
