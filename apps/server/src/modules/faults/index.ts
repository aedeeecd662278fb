import { MAX_FAULT_COMMENT, type FaultKind } from '@bijli/contract/faults';
import { isReadable } from '@bijli/contract/readable';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { newReference } from '#kernel/ids.ts';
import type { Network } from '#modules/network/index.ts';
import { refuse as refuseNetwork } from '#modules/network/network.failures.ts';
import type { Sessions } from '#modules/sessions/index.ts';
import { refuse as refuseSessions } from '#modules/sessions/sessions.failures.ts';
import { refuse } from './faults.failures.ts';
import * as store from './faults.store.ts';

export { faultsData } from './personal-data.store.ts';
export { listFaults, type Fault } from './faults.store.ts';

const HOUR_MS = 3_600_000;
/** Faults that one driver may report in an hour. */
const MAX_AN_HOUR = 10;

export interface FaultsOptions {
  database: Database;
  clock: Clock;
  network: Pick<Network, 'connectorsOf'>;
  sessions: Pick<Sessions, 'findOfDriver'>;
}

/** What a driver says is wrong. What is left out is not known, or not to blame. */
export interface NewFault {
  stationId: string;
  chargePointId?: string | undefined;
  /** As the contract's `connector_id`. */
  connectorId?: string | undefined;
  bookingId?: string | undefined;
  kind: FaultKind;
  comment: string;
}

export type Faults = ReturnType<typeof createFaults>;

/** What drivers say does not work. */
export function createFaults({ database, clock, network, sessions }: FaultsOptions) {
  /** Finds the charge point and the connector at the station. A connector tells its charge point, too. */
  async function equipmentOf({ stationId, chargePointId, connectorId }: NewFault) {
    const fitted = await network.connectorsOf(stationId);
    const connector =
      connectorId === undefined
        ? undefined
        : (fitted.find((each) => each.connectorId === connectorId) ?? refuseNetwork('connector_unknown'));
    const chargePoint = chargePointId ?? connector?.chargePointId;
    if (chargePoint !== undefined && !fitted.some((each) => each.chargePointId === chargePoint))
      refuseNetwork('charger_unknown');
    if (connector && connector.chargePointId !== chargePoint) refuseNetwork('connector_unknown');
    return { chargePointId: chargePoint ?? null, connector: connector?.number ?? null };
  }

  return {
    /**
     * Keeps a fault and answers its reference. Throws comment_too_long, fault_comment_missing, station_unknown,
     * charger_unknown, connector_unknown, charge_unknown, fault_limit.
     */
    async add(driverId: number, fault: NewFault): Promise<string> {
      const { stationId, bookingId, kind } = fault;
      const comment = fault.comment.trim();
      if ([...comment].length > MAX_FAULT_COMMENT) refuse('comment_too_long', { max: MAX_FAULT_COMMENT });
      if (kind === 'other' && !isReadable(comment)) refuse('fault_comment_missing');
      const equipment = await equipmentOf(fault);
      if (bookingId !== undefined) {
        const session = await sessions.findOfDriver(driverId, bookingId);
        if (session?.stationId !== stationId) refuseSessions('charge_unknown');
      }
      const reference = newReference('F', 8);
      await database.transaction(async (tx) => {
        await store.lockFaultsOfDriver(tx, driverId);
        const now = clock.now();
        const recent = await store.countOfDriver(tx, driverId, new Date(now.getTime() - HOUR_MS));
        if (recent >= MAX_AN_HOUR) refuse('fault_limit');
        await store.insertFault(tx, {
          ...equipment,
          reference,
          driverId,
          stationId,
          bookingId: bookingId ?? null,
          kind,
          comment,
          reportedAt: now,
        });
      });
      return reference;
    },
  };
}
