import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import * as store from './charge-points.store.ts';
import { findConfiguration, saveConfiguration } from './configuration.store.ts';
import { isChargePointId } from './ids.ts';

export interface StatusReport {
  chargePointId: string;
  /** 0 is the charge point itself. */
  connector: number;
  /** OCPP 1.6 ChargePointStatus: Available, Preparing, Charging, SuspendedEV, SuspendedEVSE, Finishing, Reserved, Unavailable, Faulted. */
  status: string;
  errorCode: string;
  at: Date;
}

/** What a charge point says of itself when it has started. */
export interface BootReport {
  chargePointId: string;
  vendor: string;
  model: string;
  firmware?: string | undefined;
}

/** A charge point's configuration as it was read and set. */
export interface ConfigurationReport {
  chargePointId: string;
  keys: { key: string; value: string | null; readonly: boolean }[];
  readAt: Date;
  /** It takes over what was written to it just now when it restarts. */
  rebootRequired: boolean;
}

/** What is kept of charge points' reports, and what is known of them at the door. */
export function keptReports(database: Database, clock: Clock) {
  return {
    /** A sign of life. Answers the charge point's station; undefined for a stranger. */
    heard: (chargePointId: string): Promise<string | undefined> =>
      store.changeChargePoint(database, chargePointId, { seenAt: clock.now() }),

    /** Keeps what a charge point says of itself when it has started. */
    async booted(report: BootReport): Promise<void> {
      const { chargePointId, vendor, model, firmware = null } = report;
      await store.changeChargePoint(database, chargePointId, { vendor, model, firmware, seenAt: clock.now() });
    },

    /** Keeps what a charge point's configuration is. */
    async configured({ chargePointId, keys, readAt }: Omit<ConfigurationReport, 'rebootRequired'>): Promise<void> {
      await database.transaction((tx) => saveConfiguration(tx, chargePointId, keys, readAt));
    },

    /** How long a charge point waits for the cable of a start by its own account; undefined where it gives none. */
    async connectionTimeOutMs(chargePointId: string): Promise<number | undefined> {
      const seconds = Number(await findConfiguration(database, chargePointId, 'ConnectionTimeOut'));
      return seconds > 0 ? seconds * 1000 : undefined;
    },

    /** Keeps a status, durably. Answers the charge point's station; undefined for a stranger. */
    async statusChanged({
      chargePointId,
      connector,
      status,
      errorCode,
      at,
    }: StatusReport): Promise<string | undefined> {
      // The last word counts, not the latest time: a charge point whose clock was put back would never be believed again.
      if (connector > 0)
        await store.changeConnector(database, chargePointId, connector, { status, errorCode, statusAt: at });
      const own = connector === 0 ? { status, errorCode } : {};
      return store.changeChargePoint(database, chargePointId, { ...own, seenAt: clock.now() });
    },

    /** The hash of the secret that a charge point must prove; undefined for a stranger and for one never registered. */
    async credentials(chargePointId: string): Promise<{ passwordHash: string } | undefined> {
      const passwordHash = isChargePointId(chargePointId)
        ? await store.findPasswordHash(database, chargePointId)
        : undefined;
      return passwordHash === undefined ? undefined : { passwordHash };
    },

    /** The hashes of the secrets of all charge points that have one, by id. */
    passwordHashes: (): Promise<ReadonlyMap<string, string>> => store.listPasswordHashes(database),
  };
}
