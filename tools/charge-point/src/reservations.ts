import type { CentralSystemActions, ChargePointStatus } from '@bijli/ocpp/messages';

type ReserveNow = CentralSystemActions['ReserveNow'];
type Reservation = ReserveNow['request'];

/** A connector, as far as reservations need it. */
interface Reservable {
  status: ChargePointStatus;
  isFree: boolean;
  setReserved(isReserved: boolean): void;
}

interface ReservationsOptions {
  find: (connectorId: number) => Reservable | undefined;
  /** Returns the numbers of all connectors. */
  numbers: () => number[];
  later: (ms: number, task: () => void) => void;
  now: () => Date;
}

const REFUSED: Partial<Record<ChargePointStatus, ReserveNow['answer']['status']>> = {
  Faulted: 'Faulted',
  Unavailable: 'Unavailable',
};

/**
 * Connectors that are reserved for a tag until a time, OCPP 1.6 section 5.13. A reservation of connector 0 keeps any
 * one connector free. A charge point with one connector then reserves that one.
 */
export class Reservations {
  readonly #options: ReservationsOptions;
  readonly #held = new Map<number, Reservation>();

  constructor(options: ReservationsOptions) {
    this.#options = options;
  }

  reserve(request: Reservation): ReserveNow['answer'] {
    const numbers = this.#options.numbers();
    const isOfAny = request.connectorId === 0 && numbers.length > 1;
    return isOfAny
      ? this.#keepAny(request)
      : this.#keepOne({ ...request, connectorId: request.connectorId || (numbers[0] ?? 0) });
  }

  #keepAny(request: Reservation): ReserveNow['answer'] {
    const others = [...this.#held.values()].filter((one) => one.reservationId !== request.reservationId);
    const kept = others.filter((one) => one.connectorId === 0).length;
    return this.#freeBeside(0) > kept ? this.#hold(request) : { status: 'Occupied' };
  }

  #keepOne(request: Reservation): ReserveNow['answer'] {
    const { connectorId, reservationId } = request;
    const connector = this.#options.find(connectorId);
    if (!connector) return { status: 'Rejected' };
    const isOwn = this.#held.get(reservationId)?.connectorId === connectorId;
    const isOpen = connector.status === 'Available' && connector.isFree;
    if (!isOpen && !isOwn) return { status: REFUSED[connector.status] ?? 'Occupied' };
    if (!isOwn && this.#keepsLast(connectorId)) return { status: 'Occupied' };
    return this.#hold(request);
  }

  #hold(request: Reservation): ReserveNow['answer'] {
    const { connectorId, reservationId, expiryDate } = request;
    this.#end(reservationId);
    this.#held.set(reservationId, request);
    this.#options.find(connectorId)?.setReserved(true);
    this.#options.later(Date.parse(expiryDate) - this.#options.now().getTime(), () => {
      if (this.#held.get(reservationId) === request) this.#end(reservationId);
    });
    return { status: 'Accepted' };
  }

  cancel(reservationId: number): boolean {
    return this.#end(reservationId);
  }

  /** True if taking the connector would leave fewer free ones than are reserved at connector 0. */
  #keepsLast(connectorId: number): boolean {
    const kept = [...this.#held.values()].filter((one) => one.connectorId === 0).length;
    return this.#freeBeside(connectorId) < kept;
  }

  #freeBeside(connectorId: number): number {
    const { find, numbers } = this.#options;
    return numbers().filter((number) => number !== connectorId && find(number)?.isFree).length;
  }

  /**
   * Decides whether a tag may use a connector in spite of reservations for others. It uses up a reservation of the tag
   * or its group, at the connector or at connector 0, and returns its id.
   */
  admit(connectorId: number, idTag: string, parentIdTag?: string): { reservationId: number | undefined } | undefined {
    const isFor = (one: Reservation): boolean =>
      same(one.idTag, idTag) || (one.parentIdTag !== undefined && same(one.parentIdTag, parentIdTag));
    const held = [...this.#held.values()].filter(isFor);
    const own =
      held.find((one) => one.connectorId === connectorId) ??
      (this.#options.find(connectorId)?.isFree ? held.find((one) => one.connectorId === 0) : undefined);
    if (own) this.#end(own.reservationId);
    return own || !this.#keepsLast(connectorId) ? { reservationId: own?.reservationId } : undefined;
  }

  #end(reservationId: number): boolean {
    const held = this.#held.get(reservationId);
    this.#held.delete(reservationId);
    if (held) this.#options.find(held.connectorId)?.setReserved(false);
    return held !== undefined;
  }
}

const same = (one: string, other: string | undefined): boolean => one.toUpperCase() === other?.toUpperCase();
