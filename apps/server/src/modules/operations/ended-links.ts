import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listRetiredSince } from '#modules/network/index.ts';
import { listRevokedSince } from './certificates.store.ts';

/** Longer than any transaction takes that revokes something, and than clocks of two machines differ. */
const COMMITTED_WITHIN_MS = 5 * MINUTE_MS;

/** What other authorities have revoked. */
export interface RevokedSince {
  /** Of their certificates. */
  fingerprints: string[];
  /** The links that were let in with them are ended. */
  linksEnded(): void;
}

interface EndedLinksOptions {
  database: Database;
  clock: Clock;
  /** Since links were let in with them. */
  revokedElsewhere(): Promise<RevokedSince>;
  endLinks(isMeant: (link: { chargePointId: string; certificate: string | undefined }) => boolean): void;
}

/** Ends links of charge points that would not be let in any more: with a certificate that was revoked, or retired. */
export function createEndedLinks({ database, clock, revokedElsewhere, endLinks }: EndedLinksOptions) {
  let lookedAt = clock.now();
  return {
    async endDue(): Promise<void> {
      const now = clock.now();
      const since = new Date(lookedAt.getTime() - COMMITTED_WITHIN_MS);
      const elsewhere = await revokedElsewhere();
      const revoked = new Set([...(await listRevokedSince(database, since)), ...elsewhere.fingerprints]);
      const retired = new Set(await listRetiredSince(database, since));
      if (revoked.size + retired.size > 0)
        endLinks(
          ({ chargePointId, certificate }) =>
            retired.has(chargePointId) || (certificate !== undefined && revoked.has(certificate)),
        );
      // Only now: after a failure the same is looked at again.
      lookedAt = now;
      elsewhere.linksEnded();
    },
  };
}
