import type { Database, Tx } from '#db/database.ts';
import type { Recorder } from '#http/calls/operator.ts';
import { changeProfile, changeSerialNumber, isNameOfAnother } from '../credentials/profiles.store.ts';
import { isChargePointId } from '../network-ids.ts';
import { refuse, refuseMissingChargePoint } from '../network.refusals.ts';
import {
  findChargePoint,
  incrementRevision,
  type ChargePointRow,
  type ChargePointWithConnectors,
} from '../network.store.ts';
import type { Admission, SecurityProfile } from '../network.tables.ts';
import { changeChargePoint, isInSession, lockChargePoint } from './charge-point-changes.store.ts';
import { changeAdmission } from './charge-points.store.ts';
import { registerChargePoint, type Registration } from './registration.ts';

/** The settings of a charge point that staff may change. A missing one stays as it is. */
export interface ChargePointSettings {
  /** The name that drivers see. */
  name?: string | undefined;
  admission?: Admission | undefined;
  /** The lowest security profile with which it may connect. Staff may also lower it. */
  securityProfile?: SecurityProfile | undefined;
  /** The serial number written on the device. */
  serialNumber?: string | undefined;
  /** True to keep the charge point's local list equal to ours. */
  keepsLocalList?: boolean | undefined;
}

/** The changes that staff make to charge points. Each writes its audit entry in the same transaction. */
export function createChargePointChanges(database: Database, now: () => Date) {
  return {
    /** Throws charger_not_there. */
    async getChargePointOfNetwork(chargePointId: string): Promise<ChargePointWithConnectors> {
      return (await findChargePoint(database, chargePointId)) ?? refuseMissingChargePoint(chargePointId);
    },

    /** Does what `registerChargePoint` does. */
    registerByStaff: (registration: Registration, { record }: Recorder): Promise<unknown> => {
      const { stationId, chargePointId, name, connectors } = registration;
      const after = {
        station_id: stationId,
        name,
        connectors: connectors.map(({ type, ratedW }) => `${type} ${ratedW} W`),
      };
      return registerChargePoint(database, now(), registration, (tx) =>
        record(tx, { object: `charger ${chargePointId}`, after }),
      );
    },

    /** Does what `changeSettings` does. */
    async changeByStaff(chargePointId: string, settings: ChargePointSettings, { record }: Recorder): Promise<void> {
      await database.transaction(async (tx) => {
        const before = await lockChargePoint(tx, chargePointId);
        await changeSettings(tx, chargePointId, settings);
        await record(tx, { before: before && valuesBefore(before, settings), after: settings });
      });
      if (settings.name !== undefined) await incrementRevision(database);
    },

    /** Does what `retireChargePoint` does. */
    retireByStaff: (chargePointId: string, { record }: Recorder): Promise<void> =>
      retireChargePoint(database, chargePointId, now(), (tx) => record(tx, { after: { retired: true } })),
  };
}

/** Throws charger_not_there, serial_of_another. */
export async function changeSettings(tx: Tx, chargePointId: string, settings: ChargePointSettings): Promise<void> {
  const { name, admission, securityProfile, serialNumber, keepsLocalList } = settings;
  const isThere =
    isChargePointId(chargePointId) &&
    (name === undefined || (await changeChargePoint(tx, chargePointId, { name }))) &&
    (keepsLocalList === undefined || (await changeChargePoint(tx, chargePointId, { keepsLocalList }))) &&
    (admission === undefined || (await changeAdmission(tx, chargePointId, admission))) &&
    (securityProfile === undefined || (await changeProfile(tx, chargePointId, securityProfile))) &&
    (serialNumber === undefined || (await changeSerialNumber(tx, chargePointId, serialNumber)));
  if (!isThere) refuseMissingChargePoint(chargePointId);
  if (serialNumber !== undefined && (await isNameOfAnother(tx, chargePointId, serialNumber)))
    refuse('serial_of_another', { serial: serialNumber });
}

/**
 * Removes a charge point from all lists for good. It may not connect, and no import brings it back. Its history stays.
 * Throws charger_not_there, charger_in_use.
 */
export async function retireChargePoint(
  database: Database,
  chargePointId: string,
  now: Date,
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const chargePoint = isChargePointId(chargePointId) ? await lockChargePoint(tx, chargePointId) : undefined;
    if (!chargePoint || chargePoint.retiredAt) return refuseMissingChargePoint(chargePointId);
    if (await isInSession(tx, chargePointId)) return refuse('charger_in_use', { id: chargePointId });
    await changeChargePoint(tx, chargePointId, {
      retiredAt: now,
      passwordHash: null,
      pendingPasswordHash: null,
      previousPasswordHash: null,
      keepsLocalList: false,
    });
    await record(tx);
  });
  await incrementRevision(database);
}

/** The old values of the settings that are changed, for the audit. */
function valuesBefore(
  {
    name,
    admission,
    securityProfile,
    confirmedSerialNumber,
    keepsLocalList,
  }: Pick<ChargePointRow, 'name' | 'admission' | 'securityProfile' | 'confirmedSerialNumber' | 'keepsLocalList'>,
  settings: ChargePointSettings,
): object {
  const before = { name, admission, securityProfile, serialNumber: confirmedSerialNumber, keepsLocalList };
  return Object.fromEntries(
    Object.entries(before).filter(([key]) => settings[key as keyof ChargePointSettings] !== undefined),
  );
}
