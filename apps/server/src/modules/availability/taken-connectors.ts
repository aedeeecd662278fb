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
  /** Lists the connectors of these charge points, or of all, that report to be free while a session runs there. */
  listFalselyFree(chargePointIds?: string[]): Promise<ConnectorKey[]>;
}

export type TakenConnectors = ReturnType<typeof createTakenConnectors>;
type TakeableChargePoint = Parameters<typeof asStrangersSeeIt>[0] & { id: string };

const idsOf = (chargePoints: readonly TakeableChargePoint[]): string[] => chargePoints.map(({ id }) => id);
const byChargePoint = (keys: readonly ConnectorKey[]) => Map.groupBy(keys, ({ chargePointId }) => chargePointId);

/**
 * Tracks what is taken although its charge point reports it to be free: what only holders of reservations may use, and
 * connectors whose session runs. Both begin and end on any node and with time, so they are read again and again.
 */
export function createTakenConnectors({ listReserved, listFalselyFree }: TakenConnectorsOptions) {
  /** What was taken at the last check, by charge point. */
  let known = new Map<string, string>();

  /** Charge points with the connectors charging whose sessions run. */
  async function applySessions<C extends TakeableChargePoint>(chargePoints: readonly C[]): Promise<C[]> {
    const charging = byChargePoint(await listFalselyFree(idsOf(chargePoints)));
    return chargePoints.map((one) => {
      const numbers = charging.get(one.id)?.map(({ connector }) => connector) ?? [];
      const connectors = one.connectors.map((connector) =>
        numbers.includes(connector.number) && isFreeStatus(connector.status)
          ? { ...connector, status: 'Charging' }
          : connector,
      );
      return numbers.length > 0 ? { ...one, connectors } : one;
    });
  }

  return {
    applySessions,

    /** Charge points as a person without a reservation sees them. */
    async applyTaken<C extends TakeableChargePoint>(chargePoints: readonly C[]): Promise<C[]> {
      const [found, reservations] = await Promise.all([applySessions(chargePoints), listReserved(idsOf(chargePoints))]);
      const reserved = byChargePoint(reservations);
      return found.map((one) => {
        const there = reserved.get(one.id);
        return there ? asStrangersSeeIt(one, there) : one;
      });
    },

    /** Calls `onChanged` with the charge points where this has changed. It repeats them until the call succeeds. */
    async checkAll(onChanged: (chargePointIds: string[]) => Promise<void>): Promise<void> {
      const [reserved, charging] = (await Promise.all([listReserved(), listFalselyFree()])).map(byChargePoint);
      const stateOf = (id: string): string =>
        [reserved, charging]
          .map((keys) =>
            String(
              keys
                ?.get(id)
                ?.map(({ connector }) => connector)
                .toSorted() ?? '',
            ),
          )
          .join(';');
      const ids = new Set([...(reserved?.keys() ?? []), ...(charging?.keys() ?? [])]);
      const now = new Map([...ids].map((id) => [id, stateOf(id)]));
      const changed = [...new Set([...known.keys(), ...ids])].filter((id) => known.get(id) !== now.get(id));
      if (changed.length > 0) await onChanged(changed);
      known = now;
    },
  };
}
