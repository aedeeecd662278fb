import type { NodeLease } from './node-lease.ts';

export type LeaseSeen = Pick<NodeLease, 'hasRunOut' | 'lapses'>;

/**
 * Calls back each time the lease runs out: noticed by a check, or by a renewal if it ran out and was renewed between
 * two checks. From then on other nodes may own this node's charge points.
 */
export function createLeaseExpiry(lease: LeaseSeen, onExpired: () => void) {
  let seen = lease.lapses();
  let isReclaimDue = false;
  return {
    /** Calls back if the lease has run out, once for each time. */
    check(): void {
      // A lapse counts when the lease is renewed. Until then the next one is in progress.
      const now = lease.lapses() + (lease.hasRunOut() ? 1 : 0);
      if (now > seen) {
        isReclaimDue = true;
        onExpired();
      }
      // The count may fall: a clock that had jumped is right again, and nothing was renewed.
      seen = now;
    },

    /** Returns true once after a lapse, when charge points that nobody has taken must be reclaimed. */
    takeReclaim(): boolean {
      const was = isReclaimDue && !lease.hasRunOut();
      if (was) isReclaimDue = false;
      return was;
    },
  };
}
