export interface Car {
  batteryWh: number;
  /** State of charge in percent. */
  soc: number;
  /** Highest power that it takes from a DC charge point. */
  maxPowerW: number;
  /** Highest power that its own rectifier takes from an AC charge point. 11 kW when missing. */
  maxAcPowerW?: number | undefined;
  /**
   * The share of the highest possible DC power that it really takes, because cars hardly hold that power for long. 1
   * when missing.
   */
  dcShare?: number | undefined;
}

/** The current and power of a connector. */
export interface ConnectorOutput {
  current: 'AC' | 'DC';
  maxPowerW: number;
}

/** An ordinary car at a stop on a highway. */
export const DEMO_CAR: Car = { batteryWh: 60_000, soc: 34, maxPowerW: 150_000 };

const RAMP_SECONDS = 8;
const TAPER_FROM_SOC = 80;
const TAPER_END_SHARE = 0.1;
const DEFAULT_AC_W = 11_000;
/**
 * The part of the metered energy that does not reach the battery: losses in cable, cooling and the battery's
 * resistance.
 */
const LOSS = 0.05;

/** The power in W, `secondsIn` seconds after the session began. It rises in the first seconds and falls above 80 %. */
export function powerAt(car: Car, output: ConnectorOutput, secondsIn: number): number {
  if (car.soc >= 100) return 0;
  const isDc = output.current === 'DC';
  const both = Math.min(output.maxPowerW, isDc ? car.maxPowerW : (car.maxAcPowerW ?? DEFAULT_AC_W));
  const max = both * (isDc ? (car.dcShare ?? 1) : 1);
  const ramp = Math.min(1, secondsIn / RAMP_SECONDS);
  const over = Math.max(0, car.soc - TAPER_FROM_SOC) / (100 - TAPER_FROM_SOC);
  return max * ramp * (1 - over * (1 - TAPER_END_SHARE));
}

/**
 * Charges a car for some seconds. Returns the new car, the energy that the charge point's meter counted, and the power
 * at the end. It changes nothing in place.
 */
export function charge(
  car: Car,
  output: ConnectorOutput,
  secondsIn: number,
  seconds: number,
): { car: Car; energyWh: number; powerW: number } {
  let charged = car;
  let energyWh = 0;
  for (let done = 0; done < seconds && charged.soc < 100;) {
    // Steps of one second follow both curves closely. A longer step would be wrong where the power falls.
    const step = Math.min(1, seconds - done);
    const room = (((100 - charged.soc) / 100) * charged.batteryWh) / (1 - LOSS);
    const taken = Math.min(room, (powerAt(charged, output, secondsIn + done + step / 2) * step) / 3600);
    const soc = taken === room ? 100 : charged.soc + ((taken * (1 - LOSS)) / charged.batteryWh) * 100;
    charged = { ...charged, soc: Math.min(100, soc) };
    energyWh += taken;
    done += step;
  }
  return { car: charged, energyWh, powerW: powerAt(charged, output, secondsIn + seconds) };
}
