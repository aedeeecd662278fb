import { effectiveStatus, FREE_STATUSES, isFreeStatus, type ConnectorState } from './availability.ts';

/**
 * The reservations of a charge point, seen by a person who may charge there. Connector 0: any one of its connectors
 * (OCPP 1.6, section 5.13).
 */
export interface SeenReservations<R extends { connector: number } = { connector: number }> {
  own: readonly R[];
  others: readonly R[];
}

interface ReservableChargePoint {
  status: string;
  connectors: readonly (ConnectorState & { number: number })[];
}

/** States in which a connector is offered to the holder of a reservation. */
const OFFERED: ReadonlySet<string> = new Set([...FREE_STATUSES, 'Finishing']);

/** The person's own reservation that allows the use of a connector. */
export function ownReservationFor<R extends { connector: number }>(
  { own, others }: SeenReservations<R>,
  number: number,
): R | undefined {
  if (others.some(({ connector }) => connector === number)) return undefined;
  return own.find(({ connector }) => connector === number) ?? own.find(({ connector }) => connector === 0);
}

/**
 * True if a connector can be used while others keep their reservations. `inUse`: connectors that are in use, whatever
 * they report.
 */
export function canUseConnector(
  { status, connectors }: ReservableChargePoint,
  seen: SeenReservations,
  number: number,
  inUse: ReadonlySet<number> = new Set(),
): boolean {
  if (ownReservationFor(seen, number)) return true;
  const { own, others } = seen;
  if (others.some(({ connector }) => connector === number)) return false;
  const reservedConnectors = new Set([...own, ...others].map(({ connector }) => connector));
  const keepable = connectors.filter((one) => {
    const effective = effectiveStatus(status, one);
    // Some charge points show which one they keep.
    const isKeepable = isFreeStatus(effective) || effective === 'Reserved';
    return isKeepable && one.number !== number && !inUse.has(one.number) && !reservedConnectors.has(one.number);
  });
  return keepable.length >= others.filter(({ connector }) => connector === 0).length;
}

/** A charge point as a person without a reservation sees it. */
export function asStrangersSeeIt<C extends ReservableChargePoint>(
  chargePoint: C,
  reserved: readonly { connector: number }[],
): C & { kept: number } {
  const numbers = new Set(reserved.map(({ connector }) => connector));
  const connectors = chargePoint.connectors.map((one) =>
    numbers.has(one.number) ? { ...one, status: 'Reserved' } : one,
  );
  const shown = connectors.filter(({ number, status }) => status === 'Reserved' && !numbers.has(number));
  const ofWhole = reserved.filter(({ connector }) => connector === 0);
  return { ...chargePoint, connectors, kept: Math.max(0, ofWhole.length - shown.length) };
}

/**
 * A charge point as a person sees it: what is reserved for them is available, and what they may not use is reserved.
 */
export function withReservations<Connector extends ReservableChargePoint['connectors'][number]>(
  chargePoint: { status: string; connectors: readonly Connector[] },
  seen: SeenReservations,
): Connector[] {
  return chargePoint.connectors.map((connector) => {
    const { status, number } = connector;
    if (status === 'Reserved' && ownReservationFor(seen, number)) return { ...connector, status: 'Available' };
    const isKept = OFFERED.has(status) && !canUseConnector(chargePoint, seen, number);
    return isKept ? { ...connector, status: 'Reserved' } : connector;
  });
}
