import type { Clock } from './clock.ts';
import { SECOND_MS } from './durations.ts';
import { TokenBuckets, type Rate } from './token-bucket.ts';

/** Who is refused more often than that asks again without having read the answer. */
const PROMPT_RATE: Rate = { burst: 60, perSecond: 5 };
const HELD_MS = SECOND_MS;
const MAX_HELD = 2000;

export type SlowRefusals = ReturnType<typeof createSlowRefusals>;

/**
 * Lets whoever asks again and again, although refused, wait for each refusal: the flood spends its time, and not the server's.
 * `isProxy` knows the peers that bring others as well, who would be short of the connections that are held or cut.
 */
export function createSlowRefusals(clock: Clock, isProxy: (peer: string) => boolean) {
  const prompt = new TokenBuckets<string>(PROMPT_RATE, clock);
  let waiting = 0;
  return {
    /**
     * Resolves when a caller's refusal may go out to the peer at the other end of the connection. With false where too many wait:
     * then the connection is to be cut.
     */
    async wait(caller: string, peer: string | undefined): Promise<boolean> {
      if ((peer !== undefined && isProxy(peer)) || prompt.of(caller).take()) return true;
      if (waiting >= MAX_HELD) return false;
      waiting += 1;
      await new Promise<void>((resolve) => clock.after(HELD_MS, resolve));
      waiting -= 1;
      return true;
    },
  };
}
