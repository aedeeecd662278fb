import type { Words } from '#kernel/words/en.ts';

/** What charging asks of vehicles. */
export interface ChargingVehicles {
  defaultOf(driverId: number): Promise<ChargingVehicle | undefined>;
  find(driverId: number, vehicleId: number): Promise<ChargingVehicle | undefined>;
}

export interface ChargingVehicle {
  id: number;
  name: string;
  /** Name of the drawing. */
  image: string;
}

/** Sends an event to every open screen of one driver, in that screen's language. */
export interface DriverScreens {
  send(driverId: number, event: string, payload: (words: Words) => unknown): void;
}

export interface ChargingRules {
  /** How long after it was asked for a transaction may still begin. */
  startWithinMs: number;
  /**
   * How long a charger's word is waited for while its link is down, or after a stop that it does not answer. Modems and
   * chargers that restart are back within minutes; a driver who stands before a dead charger is not to wait for longer,
   * neither for the money held nor for leave to charge elsewhere. A start does not age meanwhile.
   */
  linkPatienceMs: number;
  /** Energy that has not grown for this long ends the charge: cars taper and balance for long. */
  noProgressMs: number;
  /** How long a connector may be free again before a charge whose stop never came is closed by us. */
  endHintMs: number;
  /** How long a charger may be silent before its charge is closed by us on what is known. */
  silentMs: number;
  /** Charges that one driver may have running. */
  runningPerDriver: number;
}

const HOUR_MS = 3_600_000;

export const SESSION_RULES: ChargingRules = {
  startWithinMs: 90_000,
  linkPatienceMs: 15 * 60_000,
  noProgressMs: 2 * HOUR_MS,
  endHintMs: 2 * 60_000,
  silentMs: 12 * HOUR_MS,
  runningPerDriver: 1,
};
