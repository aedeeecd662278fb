import type { NodeLease } from './node-lease.ts';

export type LeaseSeen = Pick<NodeLease, 'hasRunOut' | 'lapses'>;

/**
 * Each time that the lease runs out, whoever notices it first: by its silence, or by its renewal, where it ran out and was renewed
 * between two looks. Others may have this node's charge points from then on.
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
