import type { Database } from '#db/database.ts';
import { FencedOff, currentFence, findOutdatedFences, type Fence } from '#db/fence.ts';
import { createGroups } from '#db/groups.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import * as store from './charge-points.store.ts';
import { findConfiguration, replaceConfigurations, type ChargePointConfiguration } from './configuration.store.ts';
import { isChargePointId } from './network-ids.ts';
import type { Admission, SecurityProfile } from './network.tables.ts';
import { saveProfileUsed } from './profiles.store.ts';
import { savePreviousSecretUsed, saveCurrentSecretUsed, savePendingAsSecret } from './secrets.store.ts';

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
  /** The device's own. */
  serialNumber?: string | undefined;
}

/** A charge point's configuration as it was read and set. */
export interface ConfigurationReport {
  chargePointId: string;
  keys: { key: string; value: string | null; readonly: boolean }[];
  readAt: Date;
  /** It takes over what was written to it just now when it restarts. */
  needsReboot: boolean;
}

/** What is kept of charge points' reports, and what is known of them at the door. */
export function createReportKeeper(database: Database, clock: Clock) {
  const reports = createGroups<Report, string | undefined>(async (reported) => {
    const { stationOf, outdated } = await change(reported, { skipLocked: true });
    return reported.map((one) => {
      if (one.fence && outdated.has(one.fence)) return Promise.reject(new FencedOff(one.chargePointId));
      // Nobody else waits for a charge point whose row is locked, by an import for instance.
      return stationOf.get(one.chargePointId) ?? changeAlone(one);
    });
  });

  /** What charge points say that another node looks after is not kept. */
  function change(reported: Report[], how?: { skipLocked: boolean }) {
    const fences = reported.flatMap(({ fence }) => fence ?? []);
    return database.transaction(async (tx) => {
      const outdated = fences.length > 0 ? await findOutdatedFences(tx, fences) : NONE;
      const kept = reported.filter(({ fence }) => !fence || !outdated.has(fence));
      return { stationOf: await store.changeChargePoints(tx, latestOf(kept), how), outdated };
    });
  }

  async function changeAlone(one: Report): Promise<string | undefined> {
    return (await change([one])).stationOf.get(one.chargePointId);
  }

  const report = (one: Report): Promise<string | undefined> => reports.add({ ...one, fence: currentFence() });

  const configurations = createGroups<ChargePointConfiguration>(async (reported) => {
    const latest = new Map(reported.map((one) => [one.chargePointId, one]));
    await database.transaction((tx) => replaceConfigurations(tx, [...latest.values()]));
    return reported.map(() => undefined);
  });
  // Charge points that were cut off together boot together.
  const admissions = createGroups<string, Admission>(async (ids) => {
    const admissionOf = await store.listAdmissions(database, ids);
    return ids.map((id) => admissionOf.get(id) ?? 'accepted');
  });
  const secrets = createGroups<string, store.StoredCredentials | undefined>(async (ids) => {
    const credentialsOf = await store.listCredentialsOf(database, ids);
    return ids.map((id) => credentialsOf.get(id));
  });

  return {
    /** A sign of life. Answers the charge point's station; undefined for a stranger. */
    heard: (chargePointId: string): Promise<string | undefined> => report({ chargePointId, heardAt: clock.now() }),

    /** Keeps what a charge point says of itself when it has started. Answers whether it may begin. */
    async booted({ chargePointId, vendor, model, firmware, serialNumber }: BootReport): Promise<Admission> {
      const boot = { vendor, model, firmware: firmware ?? null, serialNumber: serialNumber ?? null };
      await report({ chargePointId, heardAt: clock.now(), boot });
      return admissions.add(chargePointId);
    },

    /** Keeps what a charge point's configuration is. */
    configured: ({ chargePointId, keys, readAt }: Omit<ConfigurationReport, 'needsReboot'>): Promise<void> =>
      configurations.add({ chargePointId, keys, readAt }),

    /** How long a charge point waits for the cable of a start by its own account; undefined where it gives none. */
    async connectionTimeOutMs(chargePointId: string): Promise<number | undefined> {
      const seconds = Number(await findConfiguration(database, chargePointId, 'ConnectionTimeOut'));
      return seconds > 0 ? seconds * SECOND_MS : undefined;
    },

    /** Keeps a status, durably. Answers the charge point's station; undefined for a stranger. */
    statusChanged: ({ chargePointId, ...status }: StatusReport): Promise<string | undefined> =>
      report({ chargePointId, heardAt: clock.now(), status }),

    /** What a charge point must prove; undefined for a stranger and for one never registered. */
    credentials: async (chargePointId: string): Promise<store.StoredCredentials | undefined> =>
      isChargePointId(chargePointId) ? secrets.add(chargePointId) : undefined,

    /** A charge point has come with the secret that it was sent: from now on with that alone. */
    async secretSeen(chargePointId: string, hash: string): Promise<void> {
      await savePendingAsSecret(database, chargePointId, hash);
    },

    /** A charge point has come with the secret before, or with the right one again. */
    oldSecretSeen: (chargePointId: string, isOld: boolean): Promise<void> =>
      isOld
        ? savePreviousSecretUsed(database, chargePointId, clock.now())
        : saveCurrentSecretUsed(database, chargePointId),

    /** A charge point has come with another security profile than before, or with the one that it was sent. */
    profileSeen: (chargePointId: string, profile: SecurityProfile): Promise<void> =>
      saveProfileUsed(database, chargePointId, profile),

    /** The hashes of the secrets that are right of all charge points that have one, by id. */
    passwordHashes: (): Promise<ReadonlyMap<string, string[]>> => store.listPasswordHashes(database),
  };
}

/** What a charge point has told, in one report. */
interface Report extends Pick<store.ChargePointChange, 'chargePointId' | 'heardAt' | 'boot'> {
  status?: Omit<StatusReport, 'chargePointId'>;
  /** Of the node that it was told. */
  fence?: Fence | undefined;
}

const NONE: ReadonlySet<Fence> = new Set();

/**
 * What each charge point has told in all. Its last word counts, not the latest time: a charge point whose clock was put back would
 * never be believed again.
 */
function latestOf(reported: Report[]): store.ChargePointChange[] {
  const latest = new Map<string, store.ChargePointChange>();
  for (const { chargePointId, heardAt, boot, status } of reported) {
    const change: store.ChargePointChange = latest.get(chargePointId) ?? {
      chargePointId,
      heardAt,
      connectors: new Map(),
    };
    latest.set(chargePointId, change);
    change.heardAt = heardAt;
    if (boot) change.boot = boot;
    if (status?.connector === 0) change.ownStatus = status;
    else if (status) change.connectors.set(status.connector, { ...status, statusAt: status.at });
  }
  return [...latest.values()];
}
