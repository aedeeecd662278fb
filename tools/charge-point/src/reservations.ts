import type { CentralSystemActions, ChargePointStatus } from '@bijli/ocpp/messages';

type ReserveNow = CentralSystemActions['ReserveNow'];
type Reservation = ReserveNow['request'];

/** A connector, as far as it can be kept for somebody. */
interface Reservable {
  status: ChargePointStatus;
  isFree: boolean;
  setReserved(isReserved: boolean): void;
}

interface ReservationsOptions {
  find: (connectorId: number) => Reservable | undefined;
  later: (ms: number, task: () => void) => void;
  now: () => Date;
}

const REFUSED: Partial<Record<ChargePointStatus, ReserveNow['answer']['status']>> = {
  Faulted: 'Faulted',
  Unavailable: 'Unavailable',
};

/** Connectors that are kept for a tag until a time, OCPP 1.6 section 5.13. Of the charge point as a whole (0) none is. */
export class Reservations {
  readonly #options: ReservationsOptions;
  readonly #held = new Map<number, Reservation>();

  constructor(options: ReservationsOptions) {
    this.#options = options;
  }

  reserve(request: Reservation): ReserveNow['answer'] {
    const { connectorId, reservationId, expiryDate } = request;
    const connector = this.#options.find(connectorId);
    if (!connector) return { status: 'Rejected' };
    const isOwn = this.#held.get(reservationId)?.connectorId === connectorId;
    const isOpen = connector.status === 'Available' && connector.isFree;
    if (!isOpen && !isOwn) return { status: REFUSED[connector.status] ?? 'Occupied' };
    this.#end(reservationId);
    this.#held.set(reservationId, request);
    connector.setReserved(true);
    this.#options.later(Date.parse(expiryDate) - this.#options.now().getTime(), () => {
      if (this.#held.get(reservationId) === request) this.#end(reservationId);
    });
    return { status: 'Accepted' };
  }

  cancel(reservationId: number): boolean {
    return this.#end(reservationId);
  }

  /** Uses up the reservation of a connector, where it is for this tag or its group; answers its id. */
  use(connectorId: number, idTag: string, parentIdTag?: string): number | undefined {
    const own = [...this.#held.values()].find((one) => one.connectorId === connectorId);
    const isFor =
      own && (same(own.idTag, idTag) || (own.parentIdTag !== undefined && same(own.parentIdTag, parentIdTag)));
    if (!isFor) return undefined;
    this.#end(own.reservationId);
    return own.reservationId;
  }

  #end(reservationId: number): boolean {
    const held = this.#held.get(reservationId);
    this.#held.delete(reservationId);
    if (held) this.#options.find(held.connectorId)?.setReserved(false);
    return held !== undefined;
  }
}

const same = (one: string, other: string | undefined): boolean => one.toUpperCase() === other?.toUpperCase();
