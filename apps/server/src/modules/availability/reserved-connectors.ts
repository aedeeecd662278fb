import { asStrangersSeeIt } from './reservation-rules.ts';

interface ReservedConnector {
  chargePointId: string;
  /** 0: any one of them. */
  connector: number;
}

/** Lists current reservations at these charge points, or at all. */
export type ListReserved = (chargePointIds?: string[]) => Promise<ReservedConnector[]>;
export type ReservedConnectors = ReturnType<typeof createReservedConnectors>;
type ReservableChargePoint = Parameters<typeof asStrangersSeeIt>[0] & { id: string };

/**
 * Tracks what only the holders of reservations may use. Reservations begin and end on any node and with time, so they
 * are read again and again.
 */
export function createReservedConnectors(listReserved: ListReserved) {
  /** The reservations at the last check, by charge point. */
  let known = new Map<string, string>();

  return {
    /** Charge points as a person without a reservation sees them. */
    async applyReservations<C extends ReservableChargePoint>(chargePoints: readonly C[]): Promise<C[]> {
      const reserved = await listReserved(chargePoints.map(({ id }) => id));
      const byChargePoint = Map.groupBy(reserved, ({ chargePointId }) => chargePointId);
      return chargePoints.map((one) => {
        const there = byChargePoint.get(one.id);
        return there ? asStrangersSeeIt(one, there) : one;
      });
    },

    /**
     * Calls `onChanged` with the charge points whose reservations have changed. It repeats them until the call
     * succeeds.
     */
    async checkAll(onChanged: (chargePointIds: string[]) => Promise<void>): Promise<void> {
      const found = Map.groupBy(await listReserved(), ({ chargePointId }) => chargePointId);
      const now = new Map(
        [...found].map(([id, there]) => [id, String(there.map(({ connector }) => connector).toSorted())]),
      );
      const changed = [...new Set([...known.keys(), ...now.keys()])].filter((id) => known.get(id) !== now.get(id));
      if (changed.length > 0) await onChanged(changed);
      known = now;
    },
  };
}
