import type { Clock } from '#kernel/clock.ts';
import { MINUTE_S } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import { createRecentCache } from '#kernel/recent-cache.ts';
import { TokenBuckets } from '#kernel/token-bucket.ts';
import type { FindCaller } from '../caller.ts';

const MAX_TOKENS = 50_000;

export type ValidTokenCache = ReturnType<typeof createValidTokenCache>;

/**
 * Remembers valid tokens, to count their calls separately from others of the same address. A token that was valid stays
 * valid here: it opens nothing, and its use takes nothing from others.
 */
export function createValidTokenCache(findCaller: FindCaller, clock: Clock, perMinute: number) {
  const good = createRecentCache<string, true>(MAX_TOKENS);
  // Each address may look up this many unknown tokens.
  const lookUps = new TokenBuckets<string>({ burst: perMinute, perSecond: perMinute / MINUTE_S }, clock);

  /** The key that a known valid token is counted by. Undefined for any other. */
  const recall = (token: string): string | undefined => {
    const hash = hashOf(token);
    return good.get(hash) && hash;
  };

  return {
    recall,

    /** Like `recall`, but looks up unknown tokens. */
    async find(token: string, address: string): Promise<string | undefined> {
      const known = recall(token);
      if (known) return known;
      const allowance = lookUps.of(address);
      if (!allowance.take()) return undefined;
      // If the lookup fails, the call will fail for the same reason.
      if (!(await findCaller(token).catch(() => undefined))) return undefined;
      allowance.returnToken();
      const hash = hashOf(token);
      good.set(hash, true);
      return hash;
    },
  };
}
