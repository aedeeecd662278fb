import { EventEmitter } from 'node:events';
import type { ChargePointAction, ChargePointActions, ChargePointStatus, StopReason } from '@bijli/ocpp/messages';
import type { Car } from './car.ts';
import { realClock, type Clock } from './clock.ts';
import { obey } from './commands.ts';
import { Configuration } from './configuration.ts';
import { Connector, type ConnectorSpec, type Sample, type Transaction } from './connector.ts';
import { openLink, type Link } from './link.ts';
import { Outbox } from './outbox.ts';

const FIRST_RECONNECT_MS = 1_000;
const LONGEST_RECONNECT_MS = 10_000;
const BOOT_RETRY_SECONDS = 5;

export interface ChargePointOptions {
  id: string;
  /** Where the central system listens, without the id: ws://host:port/ocpp */
  url: string;
  password: string;
  vendor: string;
  model: string;
  connectors: ConnectorSpec[];
  clock?: Clock;
  /** How often a refused start, sample or stop is sent again; for ever when missing. */
  attempts?: number;
  retryMs?: number;
}

interface Events {
  online: [];
  offline: [];
  status: [connector: number, status: ChargePointStatus];
  /** A remote start was accepted. */
  remoteStart: [connector: number, idTag: string];
  /** The central system has given the transaction its id. */
  transactionStarted: [transaction: Transaction, accepted: boolean];
  sample: [sample: Sample];
  /** No more energy flows; the stop is on its way. */
  transactionStopped: [transaction: Transaction];
  /** The central system has taken the stop. */
  transactionClosed: [transaction: Transaction];
  /** Something went wrong that a real charger would keep to itself. */
  trouble: [words: string];
}

/** A simulated charge point: speaks OCPP 1.6J to any central system and charges believable cars in real time. */
export class ChargePoint extends EventEmitter<Events> {
  readonly id: string;
  readonly configuration: Configuration;
  /** Every sample it took, in order. */
  readonly meterLog: Sample[] = [];
  /** What either side sent that OCPP 1.6 does not allow. */
  readonly violations: string[] = [];
  readonly #options: ChargePointOptions;
  readonly #clock: Clock;
  readonly #connectors: Map<number, Connector>;
  readonly #outbox: Outbox;
  readonly #misbehaviour = new Map<string, 'Rejected' | 'silent'>();
  #link: Link | undefined;
  #opening: Promise<void> | undefined;
  /** That the states of the connectors have been told, or could not be. */
  #told: Promise<unknown> = Promise.resolve();
  #wantsLink = false;
  #booted = false;
  #reconnectMs = FIRST_RECONNECT_MS;
  #heartbeatSeconds = 0;
  #cancelReconnect: () => void = () => undefined;
  #cancelHeartbeat: () => void = () => undefined;

  constructor(options: ChargePointOptions) {
    super();
    this.#options = options;
    this.id = options.id;
    this.#clock = options.clock ?? realClock;
    const hasDc = options.connectors.some(({ current }) => current === 'DC');
    this.configuration = new Configuration(options.connectors.length, hasDc);
    this.#outbox = new Outbox({
      send: (action, payload) => this.#call(action, payload),
      clock: this.#clock,
      online: () => this.online,
      attempts: options.attempts ?? Number.POSITIVE_INFINITY,
      retryMs: options.retryMs ?? 2_000,
      gaveUp: ({ action }, error) => this.emit('trouble', `gave up on ${action}: ${String(error)}`),
    });
    const host = {
      clock: this.#clock,
      configuration: this.configuration,
      statusChanged: (connector: Connector) => {
        this.emit('status', connector.number, connector.status);
        void this.#reportStatus(connector);
      },
      sampled: (sample: Sample) => {
        this.meterLog.push(sample);
        this.emit('sample', sample);
      },
      started: (transaction: Transaction, accepted: boolean) => this.emit('transactionStarted', transaction, accepted),
      stopped: (transaction: Transaction) => this.emit('transactionStopped', transaction),
      closed: (transaction: Transaction) => this.emit('transactionClosed', transaction),
    };
    this.#connectors = new Map(
      options.connectors.map((spec) => [spec.number, new Connector(spec, host, this.#outbox)]),
    );
  }

  /** Whether the central system has accepted this charger and the link stands. */
  get online(): boolean {
    return this.#link !== undefined && this.#booted;
  }

  /** How many starts, samples and stops the central system has not taken yet. */
  get undelivered(): number {
    return this.#outbox.size;
  }

  connector(number: number): Connector {
    const connector = this.#connectors.get(number);
    if (!connector) throw new RangeError(`${this.id} has no connector ${number}`);
    return connector;
  }

  /**
   * Connects, boots unless it has before, and tells the states of its connectors; ends when they are told or could not be.
   * From then on a lost link is tried again and again. Throws when the first try fails, unless `patient`, which goes on
   * trying and answers after the first try.
   */
  async connect({ patient = false } = {}): Promise<void> {
    this.#wantsLink = true;
    this.#cancelReconnect();
    try {
      this.#opening ??= this.#open().finally(() => {
        this.#opening = undefined;
      });
      await this.#opening;
      await this.#told;
    } catch (error) {
      if (!patient) {
        this.#wantsLink = false;
        throw error;
      }
      this.emit('trouble', `cannot connect: ${error instanceof Error ? error.message : String(error)}`);
      this.#reconnectLater();
    }
  }

  /** Closes the link in good order and stays away. Charging goes on. */
  async disconnect(): Promise<void> {
    await this.#leave()?.close();
  }

  /** Loses the link as a charger without signal does. Charging goes on; what happens is kept for the return. */
  drop(): void {
    this.#leave()?.cut();
  }

  /** Restores the link, without a boot, and delivers what was kept. */
  async comeBack(): Promise<void> {
    await this.connect();
  }

  /** Switches the charger off: no timer and no link is left. */
  async close(): Promise<void> {
    for (const connector of this.#connectors.values()) connector.switchOff();
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

  /** A driver holds a card against the reader: asks the central system, and starts or stops. */
  async present(connector: number, idTag: string): Promise<boolean> {
    const target = this.connector(connector);
    if (target.transaction?.idTag === idTag) {
      target.stop('Local');
      return true;
    }
    const { idTagInfo } = await this.#ask('Authorize', { idTag });
    return idTagInfo.status === 'Accepted' && target.begin(idTag);
  }

  /** The stop button at the charger. */
  stop(connector: number, reason: StopReason = 'Local'): void {
    this.connector(connector).stop(reason);
  }

  /** From now on refuses a command, or leaves it unanswered; undefined makes it behave again. */
  misbehave(action: string, how: 'Rejected' | 'silent' | undefined): void {
    if (how) this.#misbehaviour.set(action, how);
    else this.#misbehaviour.delete(action);
  }

  /** OCPP 1.6 section 5.11. Without a cable in, the connector waits for one as long as ConnectionTimeOut says. */
  remoteStart(connectorId: number | undefined, idTag: string): boolean {
    const all = [...this.#connectors.values()];
    const connector = connectorId === undefined ? all.find(({ free }) => free) : this.#connectors.get(connectorId);
    if (!connector?.free) return false;
    this.emit('remoteStart', connector.number, idTag);
    // After the answer to the command, as a real charger does.
    setImmediate(() => connector.begin(idTag));
    return true;
  }

  /** OCPP 1.6 section 5.12. */
  remoteStop(transactionId: number): boolean {
    const connector = [...this.#connectors.values()].find(({ transaction }) => transaction?.id === transactionId);
    if (!connector) return false;
    setImmediate(() => connector.stop('Remote'));
    return true;
  }

  /** OCPP 1.6 section 5.3. A new sample interval counts at once, for running charges too. */
  changeConfiguration(key: string, value: string): ReturnType<Configuration['change']> {
    const status = this.configuration.change(key, value);
    if (key === 'MeterValueSampleInterval') for (const connector of this.#connectors.values()) connector.paceSamples();
    return status;
  }

  /** OCPP 1.6 section 5.14: charges end, the link is closed, and the charger boots again. */
  resetSoon(reason: 'HardReset' | 'SoftReset'): void {
    setImmediate(() => {
      for (const connector of this.#connectors.values()) connector.stop(reason);
      this.#booted = false;
      this.#link?.close().catch((error: unknown) => this.emit('trouble', String(error)));
    });
  }

  /** OCPP 1.6 section 5.18. */
  unlock(connectorId: number): boolean {
    const connector = this.#connectors.get(connectorId);
    if (connector) setImmediate(() => connector.stop('UnlockCommand'));
    return connector !== undefined;
  }

  /** OCPP 1.6 section 5.2. Connector 0 means all of them. */
  changeAvailability(connectorId: number, operative: boolean): 'Accepted' | 'Rejected' | 'Scheduled' {
    const targets = [...this.#connectors.values()].filter(({ number }) => connectorId === 0 || number === connectorId);
    if (targets.length === 0) return 'Rejected';
    const busy = targets.some(({ transaction }) => transaction);
    setImmediate(() => targets.forEach((connector) => connector.setOperative(operative)));
    return busy ? 'Scheduled' : 'Accepted';
  }

  /** OCPP 1.6 section 5.17. */
  trigger(message: string, connectorId: number | undefined): 'Accepted' | 'Rejected' | 'NotImplemented' {
    const targets = [...this.#connectors.values()].filter(
      ({ number }) => connectorId === undefined || connectorId === 0 || number === connectorId,
    );
    if (targets.length === 0) return 'Rejected';
    const deeds: Record<string, () => void> = {
      StatusNotification: () => targets.forEach((connector) => void this.#reportStatus(connector)),
      MeterValues: () => targets.forEach((connector) => connector.sample('Trigger')),
      Heartbeat: () => void this.#beat(),
      BootNotification: () => void this.#boot(),
    };
    const deed = Object.hasOwn(deeds, message) ? deeds[message] : undefined;
    if (!deed) return 'NotImplemented';
    setImmediate(deed);
    return 'Accepted';
  }

  async #open(): Promise<void> {
    if (this.#link) return;
    const { url, id, password } = this.#options;
    const link = await openLink({
      url,
      id,
      password,
      answer: (action, request) => this.#obey(action, request),
      lost: () => this.#lost(link),
      violation: (words) => {
        this.violations.push(words);
        this.emit('trouble', words);
      },
    });
    if (!this.#wantsLink) return link.close();
    this.#link = link;
    this.#reconnectMs = FIRST_RECONNECT_MS;
    if (this.#booted) this.#welcomeBack();
    else await this.#boot();
  }

  #obey(action: string, request: object): object | undefined {
    const how = this.#misbehaviour.get(action);
    if (how === 'silent') return undefined;
    return how ? { status: how } : obey(action, request, this);
  }

  async #boot(): Promise<void> {
    const { vendor, model } = this.#options;
    let seconds = BOOT_RETRY_SECONDS;
    try {
      const request = { chargePointVendor: vendor, chargePointModel: model, firmwareVersion: 'simulated' };
      const { status, interval } = await this.#ask('BootNotification', request);
      if (status === 'Accepted') {
        this.#booted = true;
        this.#heartbeatSeconds = interval;
        return this.#welcomeBack(true);
      }
      seconds = Math.max(interval, BOOT_RETRY_SECONDS);
    } catch (error) {
      this.emit('trouble', `BootNotification: ${String(error)}`);
    }
    this.#cancelHeartbeat = this.#clock.after(seconds * 1000, () => void (this.#link && this.#boot()));
  }

  /** The link stands: what changed meanwhile is told, what was kept is delivered. */
  #welcomeBack(tellAll = false): void {
    const told = [...this.#connectors.values()]
      .filter((connector) => tellAll || connector.reported !== connector.status)
      .map((connector) => this.#reportStatus(connector));
    void this.#outbox.resume();
    this.#waitForHeartbeat();
    this.emit('online');
    this.#told = Promise.all(told);
  }

  #lost(link: Link): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#cancelHeartbeat();
    this.emit('offline');
    if (this.#wantsLink) this.#reconnectLater();
  }

  #leave(): Link | undefined {
    this.#wantsLink = false;
    this.#cancelReconnect();
    const link = this.#link;
    if (link) this.#lost(link);
    return link;
  }

  #reconnectLater(): void {
    // Apart from one another, so that a restarted central system is not met by all its chargers at once.
    const ms = this.#reconnectMs * (0.75 + Math.random() / 2);
    this.#reconnectMs = Math.min(LONGEST_RECONNECT_MS, this.#reconnectMs * 2);
    this.#cancelReconnect();
    this.#cancelReconnect = this.#clock.after(ms, () => {
      if (this.#wantsLink) void this.connect({ patient: true });
    });
  }

  #waitForHeartbeat(): void {
    this.#cancelHeartbeat();
    if (this.#heartbeatSeconds <= 0) return;
    this.#cancelHeartbeat = this.#clock.after(this.#heartbeatSeconds * 1000, () => {
      void this.#beat();
      this.#waitForHeartbeat();
    });
  }

  async #beat(): Promise<void> {
    await this.#tell('Heartbeat', {});
  }

  async #reportStatus(connector: Connector): Promise<void> {
    if (!this.online) return;
    connector.reported = connector.status;
    const { number: connectorId, status, errorCode, changedAt } = connector;
    await this.#tell('StatusNotification', { connectorId, status, errorCode, timestamp: changedAt.toISOString() });
  }

  /** Says something that need not be kept when it cannot be said. */
  async #tell<A extends ChargePointAction>(action: A, request: ChargePointActions[A]['request']): Promise<void> {
    try {
      await this.#ask(action, request);
    } catch (error) {
      this.emit('trouble', `${action}: ${String(error)}`);
    }
  }

  async #ask<A extends ChargePointAction>(
    action: A,
    request: ChargePointActions[A]['request'],
  ): Promise<ChargePointActions[A]['answer']> {
    return (await this.#call(action, request)) as ChargePointActions[A]['answer'];
  }

  async #call(action: string, request: object): Promise<unknown> {
    if (!this.#link) throw new Error('there is no link');
    return this.#link.call(action, request);
  }
}
