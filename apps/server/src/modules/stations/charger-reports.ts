import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { findConfiguration, putConfiguration } from './configuration.store.ts';
import * as links from './links.store.ts';
import type { Network } from './network.ts';
import { isChargerId } from './station-query.ts';

/** What stations hear of chargers, and what they know of them at the door. */
export function chargerReports(database: Database, clock: Clock, network: Pick<Network, 'linked' | 'touch'>) {
  return {
    /** A server has the charger's link. */
    connected: (chargerId: string): Promise<void> => network.linked(chargerId, true),
    /** The link is gone: whatever the charger said last, it is offline. */
    disconnected: (chargerId: string): Promise<void> => network.linked(chargerId, false),

    async booted(
      chargerId: string,
      facts: { vendor: string; model: string; firmware?: string | undefined },
    ): Promise<void> {
      const { vendor, model, firmware = null } = facts;
      await links.noteCharger(database, chargerId, { vendor, model, firmware, seenAt: clock.now() });
    },

    /** Keeps what a charger's configuration is. */
    async configured(report: {
      chargerId: string;
      keys: { key: string; value: string | null; readonly: boolean }[];
      readAt: Date;
    }): Promise<void> {
      const { chargerId, keys, readAt } = report;
      await database.transaction((tx) => putConfiguration(tx, chargerId, keys, readAt));
    },

    /** How long a charger waits for the cable of a start by its own account; undefined where it gives none. */
    async connectionTimeOutMs(chargerId: string): Promise<number | undefined> {
      const seconds = Number(await findConfiguration(database, chargerId, 'ConnectionTimeOut'));
      return seconds > 0 ? seconds * 1000 : undefined;
    },

    /** Keeps a status; connector 0 is the charger itself. Settles when it is durable. */
    async statusChanged(report: {
      chargerId: string;
      connector: number;
      status: string;
      errorCode: string;
      at: Date;
    }): Promise<void> {
      const { chargerId, connector, status, errorCode, at } = report;
      // The last word counts, not the latest time: a charger whose clock was put back would never be believed again.
      if (connector > 0) await links.noteConnector(database, chargerId, connector, { status, errorCode, statusAt: at });
      const own = connector === 0 ? { status, errorCode } : {};
      network.touch(await links.noteCharger(database, chargerId, { ...own, seenAt: clock.now() }));
    },

    /** The hash of the secret that a charger must prove; undefined for a stranger and for one never registered. */
    async credentials(chargerId: string): Promise<{ passwordHash: string } | undefined> {
      const passwordHash = isChargerId(chargerId) ? await links.findPasswordHash(database, chargerId) : undefined;
      return passwordHash === undefined ? undefined : { passwordHash };
    },

    /** The hashes of the secrets of all chargers that have one, by charger. */
    passwordHashes: (): Promise<ReadonlyMap<string, string>> => links.listPasswordHashes(database),
  };
}
