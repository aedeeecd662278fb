import type { Database } from '#db/database.ts';
import { FencedOff, currentFence, dropOutdatedFences, type Fence } from '#db/fence.ts';
import { createGroupedStatement } from '#db/statements/statement-groups.ts';
import { batchesOf } from '#kernel/batches.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import * as store from '../charge-points/charge-points.store.ts';
import { saveProfileUsed } from '../credentials/profiles.store.ts';
import { savePreviousSecretUsed, saveCurrentSecretUsed, savePendingAsSecret } from '../credentials/secrets.store.ts';
import { isChargePointId } from '../network-ids.ts';
import type { Admission, SecurityProfile } from '../network.tables.ts';
import { findConfiguration, replaceConfigurations, type ChargePointConfiguration } from './configuration.store.ts';
import type { BootedDevice, ChargePointChange, ReportedStatus } from './reported-columns.store.ts';

/** Rows that one transaction changes to store when charge points were heard. */
const HEARD_TIMES_BATCH_SIZE = 500;

/** A StatusNotification. */
export interface StatusReport extends ReportedStatus {
  chargePointId: string;
  /** OCPP connectorId. 0 is the charge point itself. */
  connector: number;
}

/** A BootNotification. */
export interface BootReport extends BootedDevice {
  chargePointId: string;
}

/** The configuration of a charge point as it was read and set. */
export interface ConfigurationReport {
  chargePointId: string;
  keys: { key: string; value: string | null; readonly: boolean }[];
  readAt: Date;
  /** True if it applies the changed values only after a restart. */
  needsReboot: boolean;
}

/** Stores the reports of charge points, and reads what is needed when they connect. */
export function createReportRecorder(database: Database, clock: Clock) {
  /** When charge points were heard whose last message was no report of those below. */
  const lastHeard = new Map<string, Date>();
  const saveInGroup = createGroupedStatement<Report, string | undefined>(async (reported) => {
    const { stationOf, outdated } = await change(reported, { skipLocked: true });
    return reported.map((one) => {
      if (one.fence && outdated.has(one.fence)) return Promise.reject(new FencedOff(one.chargePointId));
      // If an import or another transaction has locked the row, only this report waits for it.
      return stationOf.get(one.chargePointId) ?? changeAlone(one);
    });
  });

  /** Reports of a charge point that another node owns now are not stored. */
  function change(reported: Report[], how?: { skipLocked: boolean }) {
    const fences = reported.flatMap(({ fence }) => fence ?? []);
    return database.transaction(async (tx) => {
      const outdated = fences.length > 0 ? await dropOutdatedFences(tx, fences) : NONE;
      const kept = reported.filter(({ fence }) => !fence || !outdated.has(fence));
      return { stationOf: await store.changeChargePoints(tx, latestOf(kept), how), outdated };
    });
  }

  async function changeAlone(one: Report): Promise<string | undefined> {
    return (await change([one])).stationOf.get(one.chargePointId);
  }

  function saveReport(one: Report): Promise<string | undefined> {
    lastHeard.delete(one.chargePointId);
    return saveInGroup({ ...one, fence: currentFence() });
  }

  const replaceConfiguration = createGroupedStatement<ChargePointConfiguration>(async (reported) => {
    const latest = new Map(reported.map((one) => [one.chargePointId, one]));
    await database.transaction((tx) => replaceConfigurations(tx, [...latest.values()]));
    return reported.map(() => undefined);
  });
  // Charge points that lost their links together boot together, so their queries are grouped.
  const readAdmission = createGroupedStatement<string, Admission>(async (ids) => {
    const admissionOf = await store.listAdmissions(database, ids);
    return ids.map((id) => admissionOf.get(id) ?? 'accepted');
  });
  const findStoredCredentials = createGroupedStatement<string, store.StoredCredentials | undefined>(async (ids) => {
    const credentialsOf = await store.listCredentialsOf(database, ids);
    return ids.map((id) => credentialsOf.get(id));
  });

  return {
    /** Records that a charge point was heard from. Returns its station, or undefined if it is unknown. */
    saveHeardNow: (chargePointId: string): Promise<string | undefined> =>
      saveReport({ chargePointId, heardAt: clock.now() }),

    /**
     * A message of a charge point came. `saveHeard` stores its time: one write a minute, however many messages come.
     */
    noteHeard: (chargePointId: string, at: Date): unknown => lastHeard.set(chargePointId, at),

    /** Stores when charge points were last heard. One whose row is locked is left out. */
    async saveHeard(): Promise<void> {
      for (const batch of batchesOf([...lastHeard], HEARD_TIMES_BATCH_SIZE)) {
        const changes = batch.map(([chargePointId, heardAt]) => ({ chargePointId, heardAt, connectors: new Map() }));
        await database.transaction((tx) => store.changeChargePoints(tx, changes, { skipLocked: true }));
        // What could not be stored, and what was heard since, waits for the next minute.
        for (const [id, at] of batch) if (lastHeard.get(id) === at) lastHeard.delete(id);
      }
    },

    /** Stores a BootNotification. Resolves to whether the charge point is accepted. */
    async saveBoot({ chargePointId, ...boot }: BootReport): Promise<Admission> {
      await saveReport({ chargePointId, heardAt: clock.now(), boot });
      return readAdmission(chargePointId);
    },

    /** Stores the configuration of a charge point. */
    saveConfiguration: ({ chargePointId, keys, readAt }: Omit<ConfigurationReport, 'needsReboot'>): Promise<void> =>
      replaceConfiguration({ chargePointId, keys, readAt }),

    /** The charge point's own time limit for plugging in the cable (ConnectionTimeOut). Undefined if unknown. */
    async readConnectionTimeOutMs(chargePointId: string): Promise<number | undefined> {
      const seconds = Number(await findConfiguration(database, chargePointId, 'ConnectionTimeOut'));
      return seconds > 0 ? seconds * SECOND_MS : undefined;
    },

    /** Stores a status. Resolves to the charge point's station, or undefined if it is unknown. */
    saveStatus: ({ chargePointId, ...status }: StatusReport): Promise<string | undefined> =>
      saveReport({ chargePointId, heardAt: clock.now(), status }),

    /** The credentials of a charge point. Undefined if it is unknown or was never registered. */
    findCredentials: async (chargePointId: string): Promise<store.StoredCredentials | undefined> =>
      isChargePointId(chargePointId) ? findStoredCredentials(chargePointId) : undefined,

    /** Called when a charge point connects with the secret that it was sent. From now on only that one is valid. */
    async noteSecretSeen(chargePointId: string, hash: string): Promise<void> {
      await savePendingAsSecret(database, chargePointId, hash);
    },

    /** Called when a charge point uses its previous secret (`isOld`), or its current one again. */
    noteOldSecretUse: (chargePointId: string, isOld: boolean): Promise<void> =>
      isOld
        ? savePreviousSecretUsed(database, chargePointId, clock.now())
        : saveCurrentSecretUsed(database, chargePointId),

    /**
     * Called when a charge point connects with another security profile than before, or with the one that it was sent.
     */
    noteProfileSeen: (chargePointId: string, profile: SecurityProfile): Promise<void> =>
      saveProfileUsed(database, chargePointId, profile),

    /** The hashes of valid secrets of all charge points that have one, by id. */
    listPasswordHashes: (): Promise<ReadonlyMap<string, string[]>> => store.listPasswordHashes(database),
  };
}

/** One report of a charge point. */
interface Report extends Pick<ChargePointChange, 'chargePointId' | 'heardAt' | 'boot'> {
  status?: Omit<StatusReport, 'chargePointId'>;
  /** The fence of the node that received it. */
  fence?: Fence | undefined;
}

const NONE: ReadonlySet<Fence> = new Set();

/**
 * Merges the reports of each charge point. The last one received wins, not the one with the latest time, because a
 * charge point whose clock was put back would never be believed again.
 */
function latestOf(reported: Report[]): ChargePointChange[] {
  const latest = new Map<string, ChargePointChange>();
  for (const { chargePointId, heardAt, boot, status } of reported) {
    const change: ChargePointChange = latest.get(chargePointId) ?? {
      chargePointId,
      heardAt,
      connectors: new Map(),
    };
    latest.set(chargePointId, change);
    change.heardAt = heardAt;
    if (boot) change.boot = boot;
    if (status?.connector === 0) change.ownStatus = status;
    else if (status) change.connectors.set(status.connector, status);
  }
  return [...latest.values()];
}
