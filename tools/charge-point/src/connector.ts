import type { ChargePointActions, ChargePointStatus, StopReason } from '@bijli/ocpp/messages';
import type { Car, ConnectorOutput } from './car.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from './configuration.ts';
import { IdleStatus } from './idle-status.ts';
import { Meter, meterValueOf, type Sample } from './meter.ts';
import { padWithNul, type Quirks } from './quirks.ts';
import { SampleSchedule } from './sample-schedule.ts';
import type { BeginOptions, ConnectorSpec, Transaction } from './transaction.ts';
import type { UnsentMessages } from './unsent-messages.ts';

export type { Sample } from './meter.ts';

export type { ConnectorSpec, Transaction } from './transaction.ts';

const MAX_ID_TAG_LENGTH = 20;
const FREE = new Set<ChargePointStatus>(['Available', 'Preparing', 'Finishing']);

/** What a connector needs from its charge point. */
interface ConnectorHost {
  clock: Clock;
  configuration: Configuration;
  quirks: Quirks;
  statusChanged(connector: Connector): void;
  /** Highest power that the connector may deliver now, in W. */
  limitW(connector: Connector): number;
  sampled(sample: Sample): void;
  started(transaction: Transaction, isAccepted: boolean): void;
  stopped(transaction: Transaction): void;
  closed(transaction: Transaction): void;
}

/** One connector with its cable, its meter and its session. */
export class Connector {
  readonly #spec: ConnectorSpec;
  readonly #host: ConnectorHost;
  readonly #outbox: UnsentMessages;
  status: ChargePointStatus = 'Available';
  errorCode = 'NoError';
  changedAt: Date;
  /** The status that the central system was told last. */
  reported: ChargePointStatus | undefined;
  car: Car | undefined;
  transaction: Transaction | undefined;
  readonly #meter: Meter;
  readonly #idle = new IdleStatus();
  #samples: Sample[] = [];
  /** Start of the present sample interval. */
  #intervalFrom: Date;
  readonly #schedule: SampleSchedule;
  #waiting: ({ idTag: string; cancel: () => void } & BeginOptions) | undefined;

  constructor(spec: ConnectorSpec, host: ConnectorHost, outbox: UnsentMessages) {
    this.#spec = spec;
    this.#host = host;
    this.#outbox = outbox;
    this.#meter = new Meter(spec);
    this.changedAt = this.#intervalFrom = host.clock.now();
    this.#schedule = new SampleSchedule({
      clock: host.clock,
      configuration: host.configuration,
      sampleSeconds: () => this.transaction?.sampleSeconds,
      samplePeriodic: () => this.#samplePeriodic(),
      sampleByTheClock: () => this.sample('Sample.Clock'),
    });
    this.#schedule.followClock();
  }

  get number(): number {
    return this.#spec.number;
  }

  get current(): ConnectorOutput['current'] {
    return this.#spec.current;
  }

  get registerWh(): number {
    return this.#meter.registerWh;
  }

  /** True if a session may start, now or when a cable is plugged in. */
  get isFree(): boolean {
    const { status } = this;
    const open = status === 'Finishing' ? this.#host.quirks.finishingAllowsStart && this.car : true;
    return !this.transaction && !this.#waiting && !this.#idle.isReserved && Boolean(open) && FREE.has(status);
  }

  plug(car: Car): void {
    if (this.car) throw new Error(`a car is plugged into connector ${this.number}`);
    this.car = car;
    if (!this.#idle.isUsable) return;
    this.#become('Preparing');
    if (this.#waiting) this.begin(this.#waiting.idTag, this.#waiting);
  }

  unplug(): void {
    if (this.transaction) this.stop('EVDisconnected');
    this.car = undefined;
    this.#rest();
  }

  fault(errorCode: string): void {
    this.#idle.isFaulted = true;
    this.stop('Other');
    this.errorCode = errorCode;
    this.#become('Faulted');
  }

  clearFault(): void {
    this.#idle.isFaulted = false;
    this.errorCode = 'NoError';
    this.#rest();
  }

  /** Changes the availability. A running session ends first. */
  setOperative(isOperative: boolean): void {
    this.#idle.isOperative = isOperative;
    if (!this.transaction) this.#rest();
  }

  /** Reserves or releases it. A reservation is reported after the answer to the command, a release at once. */
  setReserved(isReserved: boolean): void {
    this.#idle.isReserved = isReserved;
    const rest = (): void => {
      if (!this.transaction) this.#rest();
    };
    if (isReserved) setImmediate(rest);
    else rest();
  }

  /** Starts a session or waits for the cable. Returns false when neither is possible. */
  begin(idTag: string, { sampleSeconds, reservationId }: BeginOptions = {}): boolean {
    this.#waiting?.cancel();
    this.#waiting = undefined;
    if (!this.isFree) return false;
    const { clock, configuration, quirks } = this.#host;
    if (!this.car) {
      const giveUp = (): void => {
        this.#waiting = undefined;
      };
      this.#waiting = {
        idTag,
        reservationId,
        cancel: clock.after(configuration.seconds('ConnectionTimeOut') * 1000, giveUp),
      };
      return true;
    }
    const startedAt = clock.now();
    if (quirks.registerPerTransaction) this.#meter.reset();
    this.#meter.begin(startedAt);
    this.#intervalFrom = startedAt;
    const samples: Sample[] = [];
    this.#samples = samples;
    const meterStartWh = this.registerWh;
    const transaction: Transaction = {
      connector: this.number,
      idTag,
      sampleSeconds,
      startedAt,
      meterStartWh,
      deliveredWh: 0,
    };
    this.transaction = transaction;
    this.#outbox.push({
      action: 'StartTransaction',
      payload: () => ({
        connectorId: this.number,
        idTag: padWithNul(idTag, MAX_ID_TAG_LENGTH, quirks),
        meterStart: meterStartWh,
        timestamp: startedAt.toISOString(),
        ...(reservationId !== undefined && { reservationId }),
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

  /** Ends the session if there is one. Its last sample is the register at the stop. */
  stop(reason: StopReason): void {
    const { transaction } = this;
    if (!transaction) return;
    this.#end(transaction, reason, true);
    this.#become('Finishing');
    this.#host.stopped(transaction);
  }

  /**
   * Power is lost: nothing flows and nothing can be sent. The queue of unsent messages keeps its content, like
   * persistent memory.
   */
  losePower(): void {
    const { quirks, clock, stopped } = this.#host;
    this.switchOff();
    this.#waiting = undefined;
    const { transaction } = this;
    if (transaction && quirks.resumesTransaction) {
      if (this.car) this.car = this.#meter.read(this.car, clock.now());
      this.#meter.rest();
    } else if (transaction) {
      if (quirks.forgetsTransaction) transaction.id = undefined;
      this.#end(transaction, 'PowerLoss', quirks.forgetsTransaction !== 'no-stop');
      stopped(transaction);
    }
    if (quirks.registerPerBoot) this.#meter.reset();
  }

  /** Power is back: a session that was not ended continues. */
  regainPower(): void {
    this.#schedule.followClock();
    if (!this.transaction) return this.#rest();
    this.#meter.resume(this.#host.clock.now());
    this.paceSamples();
  }

  /** Reads the meter and sends the sample, with or without a session. */
  sample(context: 'Sample.Periodic' | 'Sample.Clock' | 'Trigger'): void {
    const sample = this.#measure(context);
    const { transaction } = this;
    const { configuration, quirks } = this.#host;
    const isNamed = !quirks.noTransactionId && context !== 'Sample.Clock';
    this.#outbox.push({
      action: 'MeterValues',
      payload: () => ({
        connectorId: this.number,
        ...(isNamed && transaction?.id !== undefined && { transactionId: transaction.id }),
        meterValue: [meterValueOf(sample, configuration, quirks)],
      }),
    });
  }

  /** Samples a running session at the configured interval from now on. */
  paceSamples(): void {
    if (this.transaction) this.#schedule.pace();
    else this.#schedule.rest();
  }

  switchOff(): void {
    this.#schedule.switchOff();
    this.#waiting?.cancel();
  }

  #named(transaction: Transaction, transactionId: number, isAccepted: boolean): void {
    transaction.id = transactionId;
    this.#host.started(transaction, isAccepted);
    const obeys = !this.#host.quirks.ignoresInvalid;
    if (!isAccepted && obeys && this.transaction === transaction) this.stop('DeAuthorized');
  }

  /** Reads the meter for the last time. With `isReported` false the session ends without a message. */
  #end(transaction: Transaction, reason: StopReason, isReported: boolean): void {
    const { configuration, quirks, closed } = this.#host;
    this.#schedule.rest();
    const last = this.#measure('Transaction.End');
    transaction.stopped = { at: last.at, meterStopWh: last.registerWh, reason };
    this.transaction = undefined;
    this.#meter.rest();
    if (!isReported) return;
    this.#outbox.push({
      action: 'StopTransaction',
      payload: () => ({
        transactionId: transaction.id ?? -1,
        idTag: padWithNul(transaction.idTag, MAX_ID_TAG_LENGTH, quirks),
        meterStop: last.registerWh,
        timestamp: last.at.toISOString(),
        ...(!quirks.noStopReason && { reason }),
        transactionData: [meterValueOf(last, configuration, quirks)],
      }),
      answered: () => closed(transaction),
    });
  }

  #samplePeriodic(): void {
    this.sample('Sample.Periodic');
    if (this.transaction) this.#become(this.#meter.powerW > 0 ? 'Charging' : 'SuspendedEV');
  }

  #measure(context: Sample['context']): Sample {
    const at = this.#host.clock.now();
    const { transaction, car } = this;
    if (transaction && car) {
      this.car = this.#meter.read(car, at, this.#host.limitW(this));
      transaction.deliveredWh = this.#meter.deliveredWh;
    }
    const sample: Sample = {
      at,
      connector: this.number,
      context,
      registerWh: this.registerWh,
      powerW: Math.round(context === 'Transaction.End' ? 0 : this.#meter.powerW),
      soc: this.#spec.current === 'DC' && this.car ? Math.floor(this.car.soc) : undefined,
      transactionId: transaction?.id,
    };
    if (context === 'Sample.Periodic') {
      const { lateStamps } = this.#host.quirks;
      const isFirst = !this.#samples.some((other) => other.context === context);
      if (lateStamps === 'each' || (lateStamps && isFirst)) sample.stampedAt = this.#intervalFrom;
      this.#intervalFrom = at;
    }
    if (transaction) this.#samples.push(sample);
    this.#host.sampled(sample);
    return sample;
  }

  /** Sets the status of a connector without a session. */
  #rest(): void {
    this.#become(this.#idle.statusWith(this.car));
  }

  #become(status: ChargePointStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.changedAt = this.#host.clock.now();
    this.#host.statusChanged(this);
  }
}
