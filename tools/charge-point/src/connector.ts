import type { ChargePointActions, ChargePointStatus, MeterValue, StopReason } from '@bijli/ocpp/messages';
import { charge, type Car, type Supply } from './car.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from './configuration.ts';
import type { Outbox } from './outbox.ts';

export interface ConnectorSpec extends Supply {
  /** From 1. */
  number: number;
  /** CCS2, Type2, CHAdeMO … */
  type: string;
}

export interface Sample {
  at: Date;
  connector: number;
  context: 'Sample.Periodic' | 'Transaction.End' | 'Trigger';
  registerWh: number;
  powerW: number;
  /** Whole percent; missing on AC. */
  soc?: number | undefined;
  /** Missing until the central system has answered the start. */
  transactionId?: number | undefined;
}

export interface Transaction {
  connector: number;
  idTag: string;
  /** Given by the central system. */
  id?: number | undefined;
  startedAt: Date;
  meterStartWh: number;
  stopped?: { at: Date; meterStopWh: number; reason: StopReason };
}

/** What a connector needs of its charge point. */
interface ConnectorHost {
  clock: Clock;
  configuration: Configuration;
  statusChanged(connector: Connector): void;
  sampled(sample: Sample): void;
  started(transaction: Transaction, accepted: boolean): void;
  stopped(transaction: Transaction): void;
  closed(transaction: Transaction): void;
}

/** One outlet: its cable, its meter and its charge. */
export class Connector {
  readonly #spec: ConnectorSpec;
  readonly #host: ConnectorHost;
  readonly #outbox: Outbox;
  status: ChargePointStatus = 'Available';
  errorCode = 'NoError';
  changedAt: Date;
  /** What the central system was told last. */
  reported: ChargePointStatus | undefined;
  car: Car | undefined;
  transaction: Transaction | undefined;
  /** Counts on for the charger's whole life; a part of a Wh is kept for the next sample. */
  #meterWh = 0;
  #meteredAt = 0;
  #powerW = 0;
  #operative = true;
  #faulted = false;
  #samples: Sample[] = [];
  #cancelSample: () => void = () => undefined;
  #waiting: { idTag: string; cancel: () => void } | undefined;

  constructor(spec: ConnectorSpec, host: ConnectorHost, outbox: Outbox) {
    this.#spec = spec;
    this.#host = host;
    this.#outbox = outbox;
    this.changedAt = host.clock.now();
  }

  get number(): number {
    return this.#spec.number;
  }

  get registerWh(): number {
    return Math.floor(this.#meterWh);
  }

  /** Whether a charge may start, at once or when a cable comes. */
  get free(): boolean {
    return !this.transaction && !this.#waiting && (this.status === 'Available' || this.status === 'Preparing');
  }

  plug(car: Car): void {
    if (this.car) throw new Error(`a car is plugged into connector ${this.number}`);
    this.car = car;
    if (this.#faulted || !this.#operative) return;
    this.#become('Preparing');
    if (this.#waiting) this.begin(this.#waiting.idTag);
  }

  unplug(): void {
    if (this.transaction) this.stop('EVDisconnected');
    this.car = undefined;
    this.#rest();
  }

  fault(errorCode: string): void {
    this.#faulted = true;
    this.stop('Other');
    this.errorCode = errorCode;
    this.#become('Faulted');
  }

  clearFault(): void {
    this.#faulted = false;
    this.errorCode = 'NoError';
    this.#rest();
  }

  /** Takes the connector into or out of service, after the running charge if there is one. */
  setOperative(operative: boolean): void {
    this.#operative = operative;
    if (!this.transaction) this.#rest();
  }

  /** Starts a charge, or waits for the cable. Answers false when neither is possible. */
  begin(idTag: string): boolean {
    this.#waiting?.cancel();
    this.#waiting = undefined;
    if (!this.free) return false;
    const { clock, configuration } = this.#host;
    if (!this.car) {
      const giveUp = (): void => {
        this.#waiting = undefined;
      };
      this.#waiting = { idTag, cancel: clock.after(configuration.seconds('ConnectionTimeOut') * 1000, giveUp) };
      return true;
    }
    const startedAt = clock.now();
    this.#meteredAt = startedAt.getTime();
    const samples: Sample[] = [];
    this.#samples = samples;
    const transaction: Transaction = { connector: this.number, idTag, startedAt, meterStartWh: this.registerWh };
    this.transaction = transaction;
    this.#outbox.push({
      action: 'StartTransaction',
      payload: () => ({
        connectorId: this.number,
        idTag,
        meterStart: transaction.meterStartWh,
        timestamp: startedAt.toISOString(),
      }),
      answered: (answer) => {
        const { transactionId, idTagInfo } = answer as ChargePointActions['StartTransaction']['answer'];
        for (const sample of samples) sample.transactionId = transactionId;
        this.#named(transaction, transactionId, idTagInfo.status === 'Accepted');
      },
    });
    this.#become('Charging');
    this.paceSamples();
    return true;
  }

  /** Ends the charge, if there is one: the last sample is the register at the stop. */
  stop(reason: StopReason): void {
    const { transaction } = this;
    if (!transaction) return;
    this.#cancelSample();
    const last = this.#measure('Transaction.End');
    transaction.stopped = { at: last.at, meterStopWh: last.registerWh, reason };
    this.#outbox.push({
      action: 'StopTransaction',
      payload: () => ({
        transactionId: transaction.id ?? -1,
        idTag: transaction.idTag,
        meterStop: last.registerWh,
        timestamp: last.at.toISOString(),
        reason,
        transactionData: [this.#meterValue(last)],
      }),
      answered: () => this.#host.closed(transaction),
    });
    this.transaction = undefined;
    this.#powerW = 0;
    this.#become('Finishing');
    this.#host.stopped(transaction);
  }

  /** Measures and reports; a charge or not. */
  sample(context: 'Sample.Periodic' | 'Trigger'): void {
    const sample = this.#measure(context);
    const { transaction } = this;
    this.#outbox.push({
      action: 'MeterValues',
      payload: () => ({
        connectorId: this.number,
        ...(transaction?.id !== undefined && { transactionId: transaction.id }),
        meterValue: [this.#meterValue(sample)],
      }),
    });
  }

  /** Samples a running charge from now on as often as the configuration says. */
  paceSamples(): void {
    this.#cancelSample();
    if (this.transaction) this.#sampleLater(this.#host.clock.now().getTime());
  }

  switchOff(): void {
    this.#cancelSample();
    this.#waiting?.cancel();
  }

  #named(transaction: Transaction, transactionId: number, accepted: boolean): void {
    transaction.id = transactionId;
    this.#host.started(transaction, accepted);
    if (!accepted && this.transaction === transaction) this.stop('DeAuthorized');
  }

  #sampleLater(from: number): void {
    const { clock, configuration } = this.#host;
    const due = from + configuration.seconds('MeterValueSampleInterval') * 1000;
    if (due <= from) return;
    this.#cancelSample = clock.after(Math.max(0, due - clock.now().getTime()), () => {
      this.sample('Sample.Periodic');
      if (this.transaction) this.#become(this.#powerW > 0 ? 'Charging' : 'SuspendedEV');
      this.#sampleLater(due);
    });
  }

  #measure(context: Sample['context']): Sample {
    const at = this.#host.clock.now();
    const { transaction, car } = this;
    if (transaction && car) {
      const secondsIn = (this.#meteredAt - transaction.startedAt.getTime()) / 1000;
      const step = charge(car, this.#spec, secondsIn, (at.getTime() - this.#meteredAt) / 1000);
      this.car = step.car;
      this.#meterWh += step.energyWh;
      this.#powerW = step.powerW;
      this.#meteredAt = at.getTime();
    }
    const sample: Sample = {
      at,
      connector: this.number,
      context,
      registerWh: this.registerWh,
      powerW: Math.round(context === 'Transaction.End' ? 0 : this.#powerW),
      soc: this.#spec.current === 'DC' && this.car ? Math.floor(this.car.soc) : undefined,
      transactionId: transaction?.id,
    };
    if (transaction) this.#samples.push(sample);
    this.#host.sampled(sample);
    return sample;
  }

  #meterValue({ at, context, registerWh, powerW, soc }: Sample): MeterValue {
    const values = [
      { value: String(registerWh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
      { value: String(powerW), measurand: 'Power.Active.Import', unit: 'W' },
      ...(soc === undefined ? [] : [{ value: String(soc), measurand: 'SoC', unit: 'Percent' }]),
    ];
    return {
      timestamp: at.toISOString(),
      sampledValue: values
        .filter(({ measurand }) => this.#host.configuration.samples(measurand))
        .map((value) => ({ ...value, context })),
    };
  }

  /** The status of a connector without a charge. */
  #rest(): void {
    if (this.#faulted) this.#become('Faulted');
    else if (!this.#operative) this.#become('Unavailable');
    else this.#become(this.car ? 'Preparing' : 'Available');
  }

  #become(status: ChargePointStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.changedAt = this.#host.clock.now();
    this.#host.statusChanged(this);
  }
}
