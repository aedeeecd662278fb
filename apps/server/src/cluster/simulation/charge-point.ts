import { SECOND_MS } from '#kernel/durations.ts';
import type {
  ChargePointPart,
  SimulationRun,
  DeliveredEnergy,
  FromNode,
  SimulatedLink,
  Report,
  SimulatedCall,
} from './parts.ts';

const CONNECT_AFTER_MS: [number, number] = [200, 5 * SECOND_MS];
const ANSWER_TIMEOUT_MS = 20 * SECOND_MS;
const REPORT_EVERY_MS = 10 * SECOND_MS;
const WH_PER_SECOND = 10;

/**
 * A charge point with one connector. It goes on charging without a link, and keeps its messages until they are
 * acknowledged.
 */
export class SimulatedChargePoint implements ChargePointPart {
  readonly deliveries: DeliveredEnergy[] = [];
  /** How often it was sent each call. */
  readonly callCounts = new Map<string, number>();
  clockOffsetMs = 0;
  /** It is switched off until then. */
  deadUntilMs = 0;
  #link: SimulatedLink | undefined;
  /** Reports that are not acknowledged. */
  #queue: { delivery: DeliveredEnergy; report: (transactionId: number) => Report }[] = [];
  /** The call that waits for its answer. */
  #calling: { id: number; kind: Report['kind'] } | undefined;
  /** The delivery that is running. */
  #delivery: DeliveredEnergy | undefined;
  /** The accepted start whose cable is not plugged in yet. */
  #acceptedStart: string | undefined;
  #startedAtMs = 0;
  #lastCallId = 0;
  #baseWh: number;

  readonly simulation: SimulationRun;
  readonly id: string;

  constructor(simulation: SimulationRun, id: string) {
    this.simulation = simulation;
    this.id = id;
    this.#baseWh = simulation.random.between(0, 100_000);
    this.#connectSoon();
    this.#reportSoon();
  }

  receive(link: SimulatedLink, frame: FromNode): void {
    if (link !== this.#link || this.#isDead()) return;
    if (frame.kind === 'call') {
      const isAccepted = this.#handleCall(frame.call);
      return link.sendToNode({ kind: 'answer', id: frame.id, isAccepted });
    }
    if (frame.id !== this.#calling?.id) return;
    const { kind } = this.#calling;
    this.#calling = undefined;
    const reported = kind === 'heartbeat' ? undefined : this.#queue.shift();
    if (reported && kind === 'started') {
      const { delivery } = reported;
      Object.assign(delivery, { transactionId: frame.transactionId, isAccepted: frame.isAccepted });
      if (!frame.isAccepted && this.#delivery === delivery) this.#stop();
    }
    this.#sendNext();
  }

  linkEnded(link: SimulatedLink): void {
    if (link !== this.#link) return;
    this.#link = undefined;
    this.#calling = undefined;
    this.#connectSoon();
  }

  /** Restarts and forgets its calls. It keeps unacknowledged messages. */
  reboot(): void {
    this.#acceptedStart = undefined;
    this.#stop();
    this.#link?.closeAtChargePoint(this.simulation.random.chance(0.5));
  }

  dieUntil(ms: number): void {
    this.deadUntilMs = ms;
    this.#link?.closeAtChargePoint(false);
  }

  dropLink(isNoticed: boolean): void {
    this.#link?.closeAtChargePoint(isNoticed);
  }

  #isDead(): boolean {
    return this.simulation.scheduler.nowMs < this.deadUntilMs;
  }

  #now(): Date {
    return new Date(this.simulation.scheduler.nowMs + this.clockOffsetMs);
  }

  #meterWh(): number {
    if (!this.#delivery) return this.#baseWh;
    return this.#baseWh + Math.floor((this.simulation.scheduler.nowMs - this.#startedAtMs) / SECOND_MS) * WH_PER_SECOND;
  }

  #handleCall(call: SimulatedCall): boolean {
    const name = call.kind === 'start' ? call.bookingId : call.kind === 'unlock' ? call.id : undefined;
    if (name) this.callCounts.set(name, (this.callCounts.get(name) ?? 0) + 1);
    if (name) this.simulation.invariants.noteCalled(this, name);
    this.simulation.log(() => `${this.id} is asked: ${JSON.stringify(call)}`);
    const { random, scheduler } = this.simulation;
    if (call.kind === 'unlock') return true;
    if (call.kind === 'stop') {
      const current = this.#delivery;
      if (!current || current.transactionId !== call.transactionId) return false;
      // Some charge points accept a call and do nothing.
      if (this.simulation.hasFaults && random.chance(0.5)) return true;
      scheduler.after(random.between(500, 4_000), () => this.#delivery === current && this.#stop());
      return true;
    }
    if (this.#delivery || this.#acceptedStart || random.chance(0.15)) return false;
    const { bookingId } = call;
    this.#acceptedStart = bookingId;
    const cableMs = random.chance(0.15) ? 40 * SECOND_MS : random.between(0, 8_000);
    scheduler.after(cableMs, () => this.#acceptedStart === bookingId && this.#start(bookingId));
    return true;
  }

  #start(bookingId: string): void {
    const { random, scheduler } = this.simulation;
    this.#acceptedStart = undefined;
    this.#startedAtMs = scheduler.nowMs;
    const meterStartWh = this.#baseWh;
    const delivery: DeliveredEnergy = {
      bookingId,
      meterStartWh,
      meterStopWh: undefined,
      transactionId: undefined,
      isAccepted: undefined,
    };
    this.#delivery = delivery;
    this.deliveries.push(delivery);
    this.simulation.invariants.noteStarted(this, bookingId);
    this.simulation.log(() => `${this.id} begins ${bookingId}`);
    const at = this.#now();
    this.#queueReport(delivery, () => ({ kind: 'started', bookingId, at, meterWh: meterStartWh }));
    const fullMs = random.chance(0.3) ? random.between(1_000, 10_000) : random.between(20_000, 200_000);
    scheduler.after(fullMs, () => this.#delivery === delivery && this.#stop());
  }

  #stop(): void {
    const delivery = this.#delivery;
    if (!delivery) return;
    const at = this.#now();
    const meterWh = this.#meterWh();
    this.#baseWh = delivery.meterStopWh = meterWh;
    this.#delivery = undefined;
    this.#queueReport(delivery, (transactionId) => ({ kind: 'stopped', transactionId, at, meterWh }));
  }

  #queueReport(delivery: DeliveredEnergy, report: (transactionId: number) => Report): void {
    this.#queue.push({ delivery, report });
    this.#sendNext();
  }

  #reportSoon(): void {
    this.simulation.scheduler.after(REPORT_EVERY_MS, () => {
      const current = this.#delivery;
      if (current && this.#queue.length < 5) {
        const meterWh = this.#meterWh();
        this.#queueReport(current, (transactionId) => ({ kind: 'metered', transactionId, meterWh }));
      } else this.#sendNext(true);
      this.#reportSoon();
    });
  }

  /** Sends one call at a time. A link without answers is given up. */
  #sendNext(isHeartbeatDue = false): void {
    const link = this.#link;
    const next = this.#queue[0];
    if (!link || this.#calling || this.#isDead() || (!next && !isHeartbeatDue)) return;
    const report: Report = next ? next.report(next.delivery.transactionId ?? 0) : { kind: 'heartbeat' };
    const calling = { id: (this.#lastCallId += 1), kind: report.kind };
    this.#calling = calling;
    link.sendToNode({ kind: 'call', id: calling.id, report });
    this.simulation.scheduler.after(ANSWER_TIMEOUT_MS, () => {
      if (this.#calling === calling) link.closeAtChargePoint(this.simulation.random.chance(0.5));
    });
  }

  #connectSoon(): void {
    const { scheduler, random } = this.simulation;
    const waitMs = Math.max(this.deadUntilMs - scheduler.nowMs, 0) + random.between(...CONNECT_AFTER_MS);
    scheduler.after(waitMs, () => {
      if (this.#link) return;
      const link = this.#isDead() ? undefined : this.simulation.openLink(this);
      if (!link) return this.#connectSoon();
      this.#link = link;
      this.#sendNext();
    });
  }
}
