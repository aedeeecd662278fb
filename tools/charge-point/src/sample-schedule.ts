import type { Clock } from './clock.ts';
import type { Configuration } from './configuration.ts';

interface SampleScheduleOptions {
  clock: Clock;
  configuration: Configuration;
  /** The interval of the running session. Undefined: the configured one. */
  sampleSeconds: () => number | undefined;
  /** Takes a sample of the running session. */
  samplePeriodic: () => void;
  /** Takes a sample with or without a session. */
  sampleByTheClock: () => void;
}

/** Decides when a connector is sampled. */
export class SampleSchedule {
  readonly #options: SampleScheduleOptions;
  #cancelPeriodic: () => void = () => undefined;
  #cancelByTheClock: () => void = () => undefined;

  constructor(options: SampleScheduleOptions) {
    this.#options = options;
  }

  /** A session is running: periodic samples begin. */
  pace(): void {
    this.#cancelPeriodic();
    this.#periodicAfter(this.#options.clock.now().getTime());
  }

  /** No session is running: periodic samples end. */
  rest(): void {
    this.#cancelPeriodic();
  }

  /** Samples at each full interval of the clock from now on (OCPP 1.6 section 9.1.4). */
  followClock(): void {
    this.#cancelByTheClock();
    const { clock, configuration } = this.#options;
    const intervalMs = configuration.seconds('ClockAlignedDataInterval') * 1000;
    if (intervalMs <= 0) return;
    this.#cancelByTheClock = clock.after(intervalMs - (clock.now().getTime() % intervalMs), () => {
      this.#options.sampleByTheClock();
      this.followClock();
    });
  }

  switchOff(): void {
    this.#cancelPeriodic();
    this.#cancelByTheClock();
  }

  #periodicAfter(lastMs: number): void {
    const { clock, configuration, sampleSeconds } = this.#options;
    const seconds = sampleSeconds() ?? configuration.seconds('MeterValueSampleInterval');
    const dueMs = lastMs + seconds * 1000;
    if (dueMs <= lastMs) return;
    this.#cancelPeriodic = clock.after(Math.max(0, dueMs - clock.now().getTime()), () => {
      this.#options.samplePeriodic();
      this.#periodicAfter(dueMs);
    });
  }
}
