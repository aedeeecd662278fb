/** The power in every sample, and the number of samples for one more Wh. */
const POWER_W = 22_000;
const SAMPLES_PER_WH = 10;

/** The meter of a running session. It makes MeterValues of realistic size, each with its own time. */
export class Meter {
  readonly transactionId: number;
  /** The charge point's time of the latest sample, in milliseconds. */
  at = 0;
  #samples = 0;

  constructor(transactionId: number) {
    this.transactionId = transactionId;
  }

  get registerWh(): number {
    return Math.floor(this.#samples / SAMPLES_PER_WH);
  }

  /** The payload of the next MeterValues, as JSON. */
  next(now: number): string {
    this.#samples += 1;
    // The key of a sample contains its time, so two samples of a session never share one.
    this.at = Math.max(now, this.at + 1);
    return (
      `{"connectorId":1,"transactionId":${this.transactionId},"meterValue":[{"timestamp":"${new Date(this.at).toISOString()}","sampledValue":[` +
      `{"value":"${this.registerWh}","context":"Sample.Periodic","measurand":"Energy.Active.Import.Register","unit":"Wh"},` +
      `{"value":"${POWER_W}","context":"Sample.Periodic","measurand":"Power.Active.Import","unit":"W"},` +
      `{"value":"54","context":"Sample.Periodic","measurand":"SoC","unit":"Percent"}]}]}`
    );
  }
}
