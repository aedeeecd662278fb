import type { Clock } from './clock.ts';
import { TokenBuckets, type Rate } from './token-bucket.ts';

/** Who is refused more often than that asks again without having read the answer. */
const AT_ONCE: Rate = { burst: 60, perSecond: 5 };
const HELD_MS = 1000;
const MOST_HELD = 2000;

/** Lets whoever asks again and again, although refused, wait for each refusal: the flood spends its time, and not the server's. */
export function createSlowRefusals(clock: Clock) {
  const prompt = new TokenBuckets<string>(AT_ONCE, clock);
  let held = 0;
  return {
    /** Resolves when this refusal may go out. With false where too many wait: then the connection is to be cut. */
    async wait(caller: string): Promise<boolean> {
      if (prompt.of(caller).take()) return true;
      if (held >= MOST_HELD) return false;
      held += 1;
      await new Promise<void>((resolve) => clock.after(HELD_MS, resolve));
      held -= 1;
      return true;
    },
  };
}
