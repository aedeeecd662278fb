import { EventEmitter } from 'node:events';
import type { CentralSystemActions, StopReason } from '@bijli/ocpp/messages';
import { Answers, type Misbehaviour } from './answers.ts';
import type { Car } from './car.ts';
import type { SimulatorEvents, ChargePointOptions } from './charge-point-options.ts';
import { Timers, realClock, type Clock } from './clock.ts';
import { Configuration } from './configuration.ts';
import { Connector, type Sample, type Transaction } from './connector.ts';
import { Connectors } from './connectors.ts';
import { Equipment } from './equipment.ts';
import type { Quirks } from './quirks.ts';
import { ReconnectingLink } from './reconnecting-link.ts';
import { StatusReports } from './status-reports.ts';
import { UnsentMessages } from './unsent-messages.ts';

/** Time between accepting a remote start and the loss of the link, with that quirk. */
const LOSES_LINK_AFTER_MS = 500;
const BOOT_MS = 20_000;
const MAX_RECONNECT_MS = 10_000;

export type { ChargePointOptions } from './charge-point-options.ts';

/** A simulated charge point: it speaks OCPP 1.6J to any central system and charges realistic cars. */
export class ChargePoint extends EventEmitter<SimulatorEvents> {
  readonly id: string;
  readonly configuration: Configuration;
  /** All samples that it took, in order. */
  readonly meterLog: Sample[] = [];
  /** Messages of either side that OCPP 1.6 does not allow. */
  readonly violations: string[] = [];
  /** Local list, charging profiles, reservations, certificates. */
  readonly equipment: Equipment;
  readonly #quirks: Quirks;
  readonly #clock: Clock;
  readonly #connectors: Connectors;
  readonly #outbox: UnsentMessages;
  readonly #link: ReconnectingLink;
  readonly #statusReports: StatusReports;
  readonly #answers: Answers;
  readonly #timers: Timers;
  #hasPower = true;

  constructor(options: ChargePointOptions) {
    super();
    this.id = options.id;
    this.#clock = options.clock ?? realClock;
    this.#timers = new Timers(this.#clock);
    this.#quirks = options.quirks ?? {};
    const hasDc = options.connectors.some(({ current }) => current === 'DC');
    this.configuration = new Configuration(options.connectors.length, hasDc, this.#quirks);
    this.#link = new ReconnectingLink({
      random: Math.random,
      maxReconnectMs: MAX_RECONNECT_MS,
      ...options,
      clock: this.#clock,
      quirks: this.#quirks,
      tls: () => this.equipment.certificates.tls(options),
      answer: (action, request) => this.#answers.answer(action, request),
      onWelcomed: (isAfterBoot) => this.#welcomeBack(isAfterBoot),
      onLost: () => this.emit('offline'),
      onViolation: (message) => {
        this.violations.push(message);
        this.emit('trouble', message);
      },
      onTrouble: (message) => this.emit('trouble', message),
    });
    this.#statusReports = new StatusReports(this.#link, this.#quirks);
    this.#outbox = new UnsentMessages({
      send: (action, payload) => this.#link.call(action, payload),
      clock: this.#clock,
      online: () => this.isOnline,
      attempts: options.attempts ?? Number.POSITIVE_INFINITY,
      retryMs: options.retryMs ?? 2_000,
      onGivenUp: ({ action }, error) => this.emit('trouble', `gave up on ${action}: ${String(error)}`),
    });
    this.equipment = new Equipment({
      name: options.id,
      clock: this.#clock,
      timers: this.#timers,
      find: (number) => this.#connectors.find(number),
      numbers: () => this.connectorNumbers,
      maxPowerW: Math.max(...options.connectors.map(({ maxPowerW }) => maxPowerW)),
      tell: (action, request) => void this.#link.tell(action, request),
      tellStatus: (connector) => void this.#statusReports.send(connector),
      boot: () => void this.#link.boot(),
      restart: () => this.resetSoon('SoftReset'),
    });
    const target = { chargePoint: this, equipment: this.equipment, quirks: this.#quirks };
    this.#answers = new Answers(target, this.#timers);
    const host = {
      limitW: ({ number }: Connector) => this.equipment.limitW(number),
      clock: this.#clock,
      configuration: this.configuration,
      quirks: this.#quirks,
      statusChanged: (connector: Connector) => {
        this.emit('status', connector.number, connector.status);
        void this.#statusReports.send(connector);
      },
      sampled: (sample: Sample) => {
        if (!options.isForgetful) this.meterLog.push(sample);
        this.emit('sample', sample);
      },
      started: (transaction: Transaction, isAccepted: boolean) =>
        this.emit('transactionStarted', transaction, isAccepted),
      stopped: (transaction: Transaction) => {
        this.equipment.profiles.ended(transaction.connector);
        this.emit('transactionStopped', transaction);
      },
      closed: (transaction: Transaction) => this.emit('transactionClosed', transaction),
    };
    this.#connectors = new Connectors(options.connectors.map((spec) => new Connector(spec, host, this.#outbox)));
  }

  /** True if it has a link and the central system has accepted it. */
  get isOnline(): boolean {
    return this.#link.isOnline;
  }

  /** Number of starts, samples and stops that the central system has not acknowledged yet. */
  get undelivered(): number {
    return this.#outbox.size;
  }

  /** Numbers from 1, in order. */
  get connectorNumbers(): number[] {
    return this.#connectors.numbers;
  }

  connector(number: number): Connector {
    const connector = this.#connectors.find(number);
    if (!connector) throw new RangeError(`${this.id} has no connector ${number}`);
    return connector;
  }

  /**
   * Connects, sends BootNotification unless it has before, and reports the status of its connectors. Resolves when that
   * is done or has failed. Later it reconnects by itself after each lost link. Throws if the first attempt fails.
   * With `patient` it goes on trying and resolves after the first attempt. Without power it does nothing and connects
   * when the power returns.
   */
  async connect({ patient: isPatient = false } = {}): Promise<void> {
    if (this.#hasPower) return this.#link.connect(isPatient);
    if (!isPatient) throw new Error(`${this.id} has no power`);
  }

  /** Closes the link properly and stays offline. Charging continues. */
  async disconnect(): Promise<void> {
    await this.#link.leave()?.close();
  }

  /** Loses the link as without mobile signal. Charging continues, and messages are kept until it is back. */
  drop(): void {
    this.#link.leave()?.cut();
  }

  /** The next call of this action reaches the central system, but the link is lost before the answer. */
  dropAfterSending(action: string): void {
    this.#link.cutAfterSending(action);
  }

  /**
   * Loses its power and boots again after `ms`. By default a session ends as PowerLoss and is reported after the boot;
   * quirks can change that.
   */
  losePower(ms = BOOT_MS): void {
    this.drop();
    this.#hasPower = false;
    this.#link.forgetBoot();
    if (this.#quirks.forgetsTransaction) this.#outbox.close();
    for (const connector of this.#connectors.all) connector.losePower();
    this.#timers.later(ms, () => {
      this.#hasPower = true;
      this.configuration.apply();
      for (const connector of this.#connectors.all) connector.regainPower();
      void this.connect({ patient: true });
    });
  }

  /** Switches the charge point off: it has no timers and no link afterwards. */
  async close(): Promise<void> {
    this.#timers.cancelAll();
    for (const connector of this.#connectors.all) connector.switchOff();
    this.#outbox.close();
    await this.disconnect();
  }

  plug(connector: number, car: Car): void {
    this.connector(connector).plug(car);
  }

  unplug(connector: number): void {
    this.connector(connector).unplug();
  }

  fault(connector: number, errorCode = 'GroundFailure'): void {
    this.connector(connector).fault(errorCode);
  }

  clearFault(connector: number): void {
    this.connector(connector).clearFault();
  }

  /**
   * A driver holds a card against the reader: the charge point authorizes it and starts or stops a session.
   * `sampleSeconds` replaces the configured sample interval of the session.
   */
  async present(
    connector: number,
    idTag: string,
    { sampleSeconds }: { sampleSeconds?: number } = {},
  ): Promise<boolean> {
    const target = this.connector(connector);
    if (target.transaction?.idTag === idTag) {
      target.stop('Local');
      return true;
    }
    const { idTagInfo } = await this.#link.ask('Authorize', { idTag });
    if (idTagInfo.status !== 'Accepted') return false;
    const admitted = this.equipment.reservations.admit(connector, idTag, idTagInfo.parentIdTag);
    return admitted !== undefined && target.begin(idTag, { sampleSeconds, ...admitted });
  }

  /** Presses the stop button of the charge point. */
  stop(connector: number, reason: StopReason = 'Local'): void {
    this.connector(connector).stop(reason);
  }

  /** Makes it reject, ignore or not answer a command from now on. Undefined makes it behave again. */
  misbehave(action: string, how: Misbehaviour | undefined): void {
    this.#answers.misbehave(action, how);
  }

  /** OCPP 1.6 section 5.11. Without a cable the connector waits for one as long as ConnectionTimeOut says. */
  remoteStart(request: CentralSystemActions['RemoteStartTransaction']['request']): boolean {
    const { connectorId, idTag, chargingProfile } = request;
    const { reservations, profiles } = this.equipment;
    const number = connectorId ?? this.#connectors.free?.number ?? 0;
    const admitted = reservations.admit(number, idTag);
    const connector = this.#connectors.find(number);
    if (!admitted || !connector?.isFree) return false;
    this.emit('remoteStart', connector.number, idTag);
    // The session begins after the answer to the command, as in a real charge point.
    setImmediate(() => connector.begin(idTag, admitted));
    if (chargingProfile) profiles.begin(connector.number, chargingProfile);
    const { lostLinkAtStartSeconds } = this.#quirks;
    if (lostLinkAtStartSeconds !== undefined) {
      this.#timers.later(LOSES_LINK_AFTER_MS, () => {
        this.drop();
        this.#timers.later(lostLinkAtStartSeconds * 1000, () => void this.connect({ patient: true }));
      });
    }
    return true;
  }

  /** OCPP 1.6 section 5.12. */
  remoteStop(transactionId: number): boolean {
    const connector = this.#connectors.withTransaction(transactionId);
    if (!connector) return false;
    const obey = (): void => {
      if (connector.transaction?.id === transactionId) connector.stop('Remote');
    };
    const { overdeliversSeconds } = this.#quirks;
    if (overdeliversSeconds) this.#timers.later(overdeliversSeconds * 1000, obey);
    else setImmediate(obey);
    return true;
  }

  /** OCPP 1.6 section 5.3. A new sample interval applies at once, also to running sessions, unless it needs a Reset. */
  changeConfiguration(key: string, value: string): ReturnType<Configuration['change']> {
    const status = this.configuration.change(key, value);
    if (key === 'MeterValueSampleInterval') for (const connector of this.#connectors.all) connector.paceSamples();
    return status;
  }

  /** OCPP 1.6 section 5.14: sessions end, the link is closed, and the charge point boots again. */
  resetSoon(reason: 'HardReset' | 'SoftReset'): void {
    setImmediate(() => {
      for (const connector of this.#connectors.all) connector.stop(reason);
      this.configuration.apply();
      this.#link.restart();
    });
  }

  /** OCPP 1.6 section 5.18. */
  unlock(connectorId: number): boolean {
    const connector = this.#connectors.find(connectorId);
    if (connector) setImmediate(() => connector.stop('UnlockCommand'));
    return connector !== undefined;
  }

  /** OCPP 1.6 section 5.2. */
  changeAvailability(connectorId: number, isOperative: boolean): 'Accepted' | 'Rejected' | 'Scheduled' {
    const targets = this.#connectors.meantBy(connectorId);
    if (targets.length === 0) return 'Rejected';
    const isBusy = targets.some(({ transaction }) => transaction);
    setImmediate(() => targets.forEach((connector) => connector.setOperative(isOperative)));
    return isBusy ? 'Scheduled' : 'Accepted';
  }

  /** OCPP 1.6 section 5.17. */
  trigger(message: string, connectorId: number | undefined): 'Accepted' | 'Rejected' | 'NotImplemented' {
    const targets = this.#connectors.meantBy(connectorId);
    if (targets.length === 0) return 'Rejected';
    const task = this.equipment.triggered(message, targets);
    if (!task) return 'NotImplemented';
    setImmediate(task);
    return 'Accepted';
  }

  /** After a (re)connect: reports changes of status and sends the kept messages. */
  #welcomeBack(isAfterBoot: boolean): Promise<unknown> {
    const reports = this.#statusReports.sendAll(this.#connectors.all, isAfterBoot);
    void this.#outbox.resume();
    this.emit('online');
    return reports;
  }
}
