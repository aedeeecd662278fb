import type { NodeLease } from './node-lease.ts';

export type LeaseSeen = Pick<NodeLease, 'hasRunOut' | 'lapses'>;

/**
 * Calls back each time the lease runs out: noticed by a check, or by a renewal if it ran out and was renewed between two checks. From
 * then on other nodes may own this node's charge points.
 */
export function createLapses(lease: LeaseSeen, letGo: () => void) {
  let seen = lease.lapses();
  let isToReclaim = false;
  return {
    /** Lets go, once for each time. */
    check(): void {
      // It counts when it is renewed: until then the next one is under way.
      const now = lease.lapses() + (lease.hasRunOut() ? 1 : 0);
      if (now > seen) {
        isToReclaim = true;
        letGo();
      }
      // It may be less: a clock that had jumped is right again, and nothing was renewed.
      seen = now;
    },

    /** Whether what was let go is to be taken back, where nobody has it; told once. */
    takeToReclaim(): boolean {
      const was = isToReclaim && !lease.hasRunOut();
      if (was) isToReclaim = false;
      return was;
    },
  };
}
