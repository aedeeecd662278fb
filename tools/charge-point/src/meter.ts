import type { MeterValue } from '@bijli/ocpp/messages';
import { charge, type Car, type Supply } from './car.ts';
import type { Configuration } from './configuration.ts';
import type { Quirks } from './quirks.ts';

export interface Sample {
  /** When the meter was read. */
  at: Date;
  /** What it is reported to have been read at, if that is another time. */
  stampedAt?: Date | undefined;
  connector: number;
  context: 'Sample.Periodic' | 'Sample.Clock' | 'Transaction.End' | 'Trigger';
  registerWh: number;
  powerW: number;
  /** Whole percent; missing on AC. */
  soc?: number | undefined;
  /** Missing until the central system has answered the start. */
  transactionId?: number | undefined;
}

/** One connector's meter. The register counts on for the charge point's whole life, unless a quirk starts it anew. */
export class Meter {
  readonly #supply: Supply;
  /** A part of a Wh is kept for the next reading. */
  #registerWh = 0;
  #deliveredWh = 0;
  #powerW = 0;
  #readAtMs = 0;
  #startedAtMs = 0;

  constructor(supply: Supply) {
    this.#supply = supply;
  }

  get registerWh(): number {
    return Math.floor(this.#registerWh);
  }

  /** What has flowed since the session began, whatever the register says. */
  get deliveredWh(): number {
    return Math.floor(this.#deliveredWh);
  }

  get powerW(): number {
    return this.#powerW;
  }

  /** A session begins. */
  begin(at: Date): void {
    this.#startedAtMs = at.getTime();
    this.#deliveredWh = 0;
    this.resume(at);
  }

  /** Power flows again after a pause. */
  resume(at: Date): void {
    this.#readAtMs = at.getTime();
  }

  /** No power flows from now on. */
  rest(): void {
    this.#powerW = 0;
  }

  /** The register begins at 0 again. */
  reset(): void {
    this.#registerWh = 0;
  }

  /** Counts what has flowed into a car since the last time, within a limit; answers the car as it is now. */
  read(car: Car, at: Date, limitW = Number.POSITIVE_INFINITY): Car {
    const secondsIn = (this.#readAtMs - this.#startedAtMs) / 1000;
    const step = charge(
      car,
      { ...this.#supply, maxPowerW: Math.min(this.#supply.maxPowerW, limitW) },
      secondsIn,
      (at.getTime() - this.#readAtMs) / 1000,
    );
    this.#registerWh += step.energyWh;
    this.#deliveredWh += step.energyWh;
    this.#powerW = step.powerW;
    this.#readAtMs = at.getTime();
    return step.car;
  }
}

/** A sample as the charge point reports it. */
export function meterValueOf(sample: Sample, configuration: Configuration, { powerFactor = 1 }: Quirks): MeterValue {
  const { at, stampedAt = at, context, registerWh, powerW, soc } = sample;
  const values = [
    { value: String(registerWh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
    { value: String(Math.round(powerW * powerFactor)), measurand: 'Power.Active.Import', unit: 'W' },
    ...(soc === undefined ? [] : [{ value: String(soc), measurand: 'SoC', unit: 'Percent' }]),
  ];
  return {
    timestamp: stampedAt.toISOString(),
    sampledValue: values
      .filter(({ measurand }) => configuration.samples(measurand))
      .map((value) => ({ ...value, context })),
  };
}
