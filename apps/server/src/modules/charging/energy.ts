import type { MeterReading } from '@bijli/ocpp/meter-values';

/** The energy delivered so far, and the register it was last read from. */
export interface Delivered {
  energyWh: number;
  registerWh: number;
  at: Date;
  /** True once a reading could not be believed as it was. */
  suspect: boolean;
}

type RegisterReading = Pick<MeterReading, 'at' | 'registerWh'>;

/** Meters round, and clocks tick in whole seconds: a step may be this much larger than rated power explains. */
const TOLERANCE_WH = 100;
const TOLERANCE_FACTOR = 1.1;
/** Seconds of a charger's whole-second timestamps. */
const CLOCK_STEP_S = 1;

export function delivering(registerWh: number, at: Date): Delivered {
  return { energyWh: 0, registerWh, at, suspect: false };
}

/**
 * Adds a reading. Energy is the sum of the register's steps, because registers restart at a reboot or run backwards:
 * a step down counts what the register shows since it restarted, if rated power could have delivered that, else nothing.
 * A step that rated power cannot explain is cut to what it can. Readings older than the last change nothing.
 */
export function addReading(sofar: Delivered, reading: RegisterReading, ratedW: number): Delivered {
  const { registerWh, at } = reading;
  if (registerWh === undefined || at < sofar.at) return sofar;
  const seconds = (at.getTime() - sofar.at.getTime()) / 1000 + CLOCK_STEP_S;
  const mostWh = Math.floor((ratedW * seconds * TOLERANCE_FACTOR) / 3600) + TOLERANCE_WH;
  const stepWh = registerWh - sofar.registerWh;
  if (stepWh >= 0) {
    const cut = stepWh > mostWh;
    return { energyWh: sofar.energyWh + (cut ? mostWh : stepWh), registerWh, at, suspect: sofar.suspect || cut };
  }
  const sinceRestartWh = registerWh <= mostWh ? registerWh : 0;
  return { energyWh: sofar.energyWh + sinceRestartWh, registerWh, at, suspect: true };
}

/** The energy of a whole transaction from all its readings in any order: what is billed. */
export function energyOf(
  start: RegisterReading & { registerWh: number },
  readings: RegisterReading[],
  ratedW: number,
): Delivered {
  return readings
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .reduce<Delivered>((sofar, reading) => addReading(sofar, reading, ratedW), delivering(start.registerWh, start.at));
}
