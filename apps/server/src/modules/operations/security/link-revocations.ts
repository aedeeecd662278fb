import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listRetiredSince } from '#modules/network/index.ts';
import { listRevokedSince } from './certificates.store.ts';

/** Longer than any transaction that revokes a certificate, plus the difference of two machines' clocks. */
const MAX_COMMIT_MS = 5 * MINUTE_MS;

/** Revocations by certificate authorities other than ours. */
export interface RevokedSince {
  /** Fingerprints of the revoked certificates. */
  fingerprints: string[];
  /** Call this after the links that used these certificates have been ended. */
  linksEnded(): void;
}

interface LinkRevocationsOptions {
  database: Database;
  clock: Clock;
  /** Revocations since the links that use them were accepted. */
  listRevokedElsewhere(): Promise<RevokedSince>;
  endLinks(isChosen: (link: { chargePointId: string; certificate: string | undefined }) => boolean): void;
}

/**
 * Ends links of charge points that would no longer be accepted: their certificate was revoked, or they were retired.
 */
export function createLinkRevocations({ database, clock, listRevokedElsewhere, endLinks }: LinkRevocationsOptions) {
  let lookedAt = clock.now();
  return {
    async endDue(): Promise<void> {
      const now = clock.now();
      const since = new Date(lookedAt.getTime() - MAX_COMMIT_MS);
      const elsewhere = await listRevokedElsewhere();
      const revoked = new Set([...(await listRevokedSince(database, since)), ...elsewhere.fingerprints]);
      const retired = new Set(await listRetiredSince(database, since));
      if (revoked.size + retired.size > 0)
        endLinks(
          ({ chargePointId, certificate }) =>
            retired.has(chargePointId) || (certificate !== undefined && revoked.has(certificate)),
        );
      // The time moves on only now, so that a failed round is repeated.
      lookedAt = now;
      elsewhere.linksEnded();
    },
  };
}
