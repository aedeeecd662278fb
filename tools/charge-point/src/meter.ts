import type { MeterValue } from '@bijli/ocpp/messages';
import { charge, type Car, type ConnectorOutput } from './car.ts';
import type { Configuration } from './configuration.ts';
import type { Quirks } from './quirks.ts';

export interface Sample {
  /** When the meter was read. */
  at: Date;
  /** The reported time, if it differs from `at`. */
  stampedAt?: Date | undefined;
  connector: number;
  context: 'Sample.Periodic' | 'Sample.Clock' | 'Transaction.End' | 'Trigger';
  registerWh: number;
  powerW: number;
  /** Whole percent. Missing on AC. */
  soc?: number | undefined;
  /** Missing until the central system has answered the start. */
  transactionId?: number | undefined;
}

/** The meter of one connector. Its register counts for the charge point's whole life, unless a quirk resets it. */
export class Meter {
  readonly #output: ConnectorOutput;
  /** Fractions of a Wh are kept for the next reading. */
  #registerWh = 0;
  #deliveredWh = 0;
  #powerW = 0;
  #readAtMs = 0;
  #startedAtMs = 0;

  constructor(output: ConnectorOutput) {
    this.#output = output;
  }

  get registerWh(): number {
    return Math.floor(this.#registerWh);
  }

  /** Energy since the session began, whatever the register shows. */
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

  /** Power has stopped. */
  rest(): void {
    this.#powerW = 0;
  }

  /** The register starts again at 0. */
  reset(): void {
    this.#registerWh = 0;
  }

  /** Counts the energy that the car took since the last reading, within a limit in W. Returns the new car. */
  read(car: Car, at: Date, limitW = Number.POSITIVE_INFINITY): Car {
    const secondsIn = (this.#readAtMs - this.#startedAtMs) / 1000;
    const step = charge(
      car,
      { ...this.#output, maxPowerW: Math.min(this.#output.maxPowerW, limitW) },
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

/** The OCPP sampled values of a sample, as the charge point reports them. */
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
