import type { ChargePointAction, ChargePointActions } from '@bijli/ocpp/messages';
import type { ChargePointOptions } from './charge-point-options.ts';
import type { Clock } from './clock.ts';
import { openLink, type Link, type TlsOptions } from './link.ts';
import { padWithNul } from './quirks.ts';

const FIRST_RECONNECT_MS = 1_000;
const BOOT_RETRY_SECONDS = 5;

/** The options of the charge point that the link needs, and what it reports to the charge point. */
interface ReconnectingLinkOptions extends Required<
  Pick<ChargePointOptions, 'id' | 'url' | 'vendor' | 'model' | 'clock' | 'quirks' | 'random' | 'maxReconnectMs'>
> {
  password: string | undefined;
  /** Returns the TLS options at the time when the link is opened. */
  tls: () => TlsOptions;
  /** Answers a call of the central system. Undefined: no answer at all. */
  answer: (action: string, request: object) => object | undefined | Promise<object | undefined>;
  /**
   * Called when the central system has accepted the charge point. After a boot everything is reported. Resolves when
   * that is done.
   */
  onWelcomed: (isAfterBoot: boolean) => Promise<unknown>;
  onLost: () => void;
  onViolation: (message: string) => void;
  onTrouble: (message: string) => void;
}

/** A charge point's connection to the central system: it connects, boots, sends heartbeats and reconnects. */
export class ReconnectingLink {
  readonly #options: ReconnectingLinkOptions;
  readonly #clock: Clock;
  #link: Link | undefined;
  #opening: Promise<void> | undefined;
  /** Resolves when the reports of the last `onWelcomed` have been sent or have failed. */
  #welcoming: Promise<unknown> = Promise.resolve();
  #wantsLink = false;
  #hasBooted = false;
  #reconnectMs = FIRST_RECONNECT_MS;
  #heartbeatSeconds = 0;
  #cancelReconnect: () => void = () => undefined;
  #cancelHeartbeat: () => void = () => undefined;
  #cutAfter: string | undefined;

  constructor(options: ReconnectingLinkOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  /** True if it has a link and the central system has accepted it. */
  get isOnline(): boolean {
    return this.#link !== undefined && this.#hasBooted;
  }

  /** See `ChargePoint.connect`. */
  async connect(isPatient: boolean): Promise<void> {
    this.#wantsLink = true;
    this.#cancelReconnect();
    try {
      this.#opening ??= this.#open().finally(() => {
        this.#opening = undefined;
      });
      await this.#opening;
      await this.#welcoming;
    } catch (error) {
      if (!isPatient) {
        this.#wantsLink = false;
        throw error;
      }
      this.#options.onTrouble(`cannot connect: ${error instanceof Error ? error.message : String(error)}`);
      this.#reconnectLater();
    }
  }

  /** Gives up the link and stays offline. Returns the link, to be closed or cut. */
  leave(): Link | undefined {
    this.#wantsLink = false;
    this.#cancelReconnect();
    const link = this.#link;
    if (link) this.#lost(link);
    return link;
  }

  /** The next link begins with a BootNotification. */
  forgetBoot(): void {
    this.#hasBooted = false;
  }

  /** Closes the link properly and connects again. */
  restart(): void {
    this.forgetBoot();
    this.#link?.close().catch((error: unknown) => this.#options.onTrouble(String(error)));
  }

  /** The next call of this action is sent, but the link is lost before the answer. */
  cutAfterSending(action: string): void {
    this.#cutAfter = action;
  }

  async ask<A extends ChargePointAction>(
    action: A,
    request: ChargePointActions[A]['request'],
  ): Promise<ChargePointActions[A]['answer']> {
    return (await this.call(action, request)) as ChargePointActions[A]['answer'];
  }

  /** Sends a message that may be lost when there is no link. */
  async tell<A extends ChargePointAction>(action: A, request: ChargePointActions[A]['request']): Promise<void> {
    try {
      await this.ask(action, request);
    } catch (error) {
      this.#options.onTrouble(`${action}: ${String(error)}`);
    }
  }

  async call(action: string, request: object): Promise<unknown> {
    if (!this.#link) throw new Error('there is no link');
    return this.#link.call(action, request, () => {
      if (this.#cutAfter !== action) return;
      this.#cutAfter = undefined;
      this.leave()?.cut();
    });
  }

  async boot(): Promise<void> {
    const { vendor, model, quirks, onTrouble } = this.#options;
    let seconds = BOOT_RETRY_SECONDS;
    try {
      const { status, interval } = await this.ask('BootNotification', {
        chargePointVendor: padWithNul(vendor, 20, quirks),
        chargePointModel: padWithNul(model, 20, quirks),
        firmwareVersion: padWithNul('simulated', 50, quirks),
      });
      if (status === 'Accepted') {
        this.#hasBooted = true;
        this.#heartbeatSeconds = interval;
        return this.#welcome(true);
      }
      seconds = Math.max(interval, BOOT_RETRY_SECONDS);
    } catch (error) {
      onTrouble(`BootNotification: ${String(error)}`);
    }
    this.#cancelHeartbeat = this.#clock.after(seconds * 1000, () => void (this.#link && this.boot()));
  }

  async #open(): Promise<void> {
    if (this.#link) return;
    const { url, id, password, tls, quirks, answer, onViolation } = this.#options;
    const link = await openLink({
      url,
      id,
      password,
      tls: tls(),
      clock: this.#clock,
      isStrict: !quirks.nulPadding,
      answer,
      onLost: () => this.#lost(link),
      onViolation,
    });
    if (!this.#wantsLink) return link.close();
    this.#link = link;
    this.#reconnectMs = FIRST_RECONNECT_MS;
    if (this.#hasBooted) this.#welcome(false);
    else await this.boot();
  }

  #welcome(isAfterBoot: boolean): void {
    const welcoming = this.#options.onWelcomed(isAfterBoot);
    this.#waitForHeartbeat();
    this.#welcoming = welcoming;
  }

  #lost(link: Link): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#cancelHeartbeat();
    this.#options.onLost();
    if (this.#wantsLink) this.#reconnectLater();
  }

  #reconnectLater(): void {
    // The wait is random, so that not all charge points return to a restarted central system at the same moment.
    const ms = this.#reconnectMs * (0.75 + this.#options.random() / 2);
    this.#reconnectMs = Math.min(this.#options.maxReconnectMs, this.#reconnectMs * 2);
    this.#cancelReconnect();
    this.#cancelReconnect = this.#clock.after(ms, () => {
      if (this.#wantsLink) void this.connect(true);
    });
  }

  #waitForHeartbeat(): void {
    this.#cancelHeartbeat();
    if (this.#heartbeatSeconds <= 0) return;
    this.#cancelHeartbeat = this.#clock.after(this.#heartbeatSeconds * 1000, () => {
      void this.tell('Heartbeat', {});
      this.#waitForHeartbeat();
    });
  }
}
