import { isFreeStatus } from './availability.ts';
import { asStrangersSeeIt } from './reservation-rules.ts';

interface ConnectorKey {
  chargePointId: string;
  connector: number;
}

/** What decides beside a charge point's own reports who may use a connector. */
export interface TakenConnectorsOptions {
  /** Lists current reservations at these charge points, or at all. Connector 0: any one of them. */
  listReserved(chargePointIds?: string[]): Promise<ConnectorKey[]>;
  /**
   * Lists the connectors of these charge points, or of all, that report to be free while a session runs there, with the
   * start of the session.
   */
  listFalselyFree(chargePointIds?: string[]): Promise<(ConnectorKey & { startedAt: Date | null })[]>;
}

export type TakenConnectors = ReturnType<typeof createTakenConnectors>;
type TakeableChargePoint = Parameters<typeof asStrangersSeeIt>[0] & { id: string };

const idsOf = (chargePoints: readonly TakeableChargePoint[]): string[] => chargePoints.map(({ id }) => id);
const byChargePoint = <Key extends ConnectorKey>(keys: readonly Key[]): Map<string, Key[]> =>
  Map.groupBy(keys, ({ chargePointId }) => chargePointId);

/**
 * Tracks what is taken although its charge point reports it to be free: what only holders of reservations may use, and
 * connectors where a session runs. Both begin and end on any node and with time, so they are read again and again.
 */
export function createTakenConnectors({ listReserved, listFalselyFree }: TakenConnectorsOptions) {
  /** What was taken at the last check, by charge point. */
  let known = new Map<string, string>();

  /** Charge points where each connector with a running session is charging, whatever it reports. */
  async function applyRunningSessions<C extends TakeableChargePoint>(chargePoints: readonly C[]): Promise<C[]> {
    const running = byChargePoint(await listFalselyFree(idsOf(chargePoints)));
    return chargePoints.map((one) => {
      const there = running.get(one.id);
      if (!there) return one;
      const connectors = one.connectors.map((connector) => {
        const session = there.find((key) => key.connector === connector.number);
        const isFalselyFree = session !== undefined && isFreeStatus(connector.status);
        return isFalselyFree ? { ...connector, status: 'Charging', statusAt: session.startedAt } : connector;
      });
      return { ...one, connectors };
    });
  }

  return {
    applyRunningSessions,

    /** Charge points as a person without a reservation sees them. */
    async applyTaken<C extends TakeableChargePoint>(chargePoints: readonly C[]): Promise<C[]> {
      const [found, reservations] = await Promise.all([
        applyRunningSessions(chargePoints),
        listReserved(idsOf(chargePoints)),
      ]);
      const reserved = byChargePoint(reservations);
      return found.map((one) => {
        const there = reserved.get(one.id);
        return there ? asStrangersSeeIt(one, there) : one;
      });
    },

    /** Calls `onChanged` with the charge points where this has changed. It repeats them until the call succeeds. */
    async checkAll(onChanged: (chargePointIds: string[]) => Promise<void>): Promise<void> {
      const [reserved, running] = await Promise.all([listReserved(), listFalselyFree()]);
      const taken = [
        ...reserved.map(({ chargePointId, connector }) => ({ chargePointId, what: `reserved ${connector}` })),
        ...running.map(({ chargePointId, connector }) => ({ chargePointId, what: `charging ${connector}` })),
      ];
      const found = Map.groupBy(taken, ({ chargePointId }) => chargePointId);
      const now = new Map([...found].map(([id, there]) => [id, String(there.map(({ what }) => what).toSorted())]));
      const changed = [...new Set([...known.keys(), ...now.keys()])].filter((id) => known.get(id) !== now.get(id));
      if (changed.length > 0) await onChanged(changed);
      known = now;
    },
  };
}
