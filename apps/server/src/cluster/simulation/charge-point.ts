import { SECOND_MS } from '#kernel/durations.ts';
import type {
  ChargePointPart,
  SimulationRun,
  DeliveredEnergy,
  FromNode,
  SimulatedLink,
  Report,
  SimulatedRequest,
} from './parts.ts';

const DIAL_AFTER_MS: [number, number] = [200, 5 * SECOND_MS];
const ANSWER_WITHIN_MS = 20 * SECOND_MS;
const SAY_EVERY_MS = 10 * SECOND_MS;
const WH_PER_SECOND = 10;

/**
 * A charge point with one connector. It goes on charging without a link, and keeps its messages until they are
 * acknowledged.
 */
export class SimulatedChargePoint implements ChargePointPart {
  readonly deliveries: DeliveredEnergy[] = [];
  /** How often it was sent each call. */
  readonly asked = new Map<string, number>();
  clockOffsetMs = 0;
  /** It is switched off until then. */
  deadUntilMs = 0;
  #socket: SimulatedLink | undefined;
  #queue: { delivery: DeliveredEnergy; report: (transactionId: number) => Report }[] = [];
  #calling: { id: number; said: Report['kind'] } | undefined;
  #current: DeliveredEnergy | undefined;
  #pending: string | undefined;
  #beganAtMs = 0;
  #callId = 0;
  #baseWh: number;

  readonly simulation: SimulationRun;
  readonly id: string;

  constructor(simulation: SimulationRun, id: string) {
    this.simulation = simulation;
    this.id = id;
    this.#baseWh = simulation.random.between(0, 100_000);
    this.#dialSoon();
    this.#tellSoon();
  }

  hears(socket: SimulatedLink, frame: FromNode): void {
    if (socket !== this.#socket || this.#isDead()) return;
    if (frame.kind === 'call') {
      const isAccepted = this.#takes(frame.request);
      return socket.toNode({ kind: 'answer', id: frame.id, isAccepted });
    }
    if (frame.id !== this.#calling?.id) return;
    const { said } = this.#calling;
    this.#calling = undefined;
    const told = said === 'heartbeat' ? undefined : this.#queue.shift();
    if (told && said === 'started') {
      const { delivery } = told;
      Object.assign(delivery, { transactionId: frame.transactionId, isAccepted: frame.isAccepted });
      if (!frame.isAccepted && this.#current === delivery) this.#stop();
    }
    this.#sayNext();
  }

  lost(socket: SimulatedLink): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    this.#calling = undefined;
    this.#dialSoon();
  }

  /** Restarts and forgets its calls. It keeps unacknowledged messages. */
  reboot(): void {
    this.#pending = undefined;
    this.#stop();
    this.#socket?.closeAtChargePoint(this.simulation.random.chance(0.5));
  }

  dieUntil(ms: number): void {
    this.deadUntilMs = ms;
    this.#socket?.closeAtChargePoint(false);
  }

  dropLink(isNoticed: boolean): void {
    this.#socket?.closeAtChargePoint(isNoticed);
  }

  #isDead(): boolean {
    return this.simulation.scheduler.nowMs < this.deadUntilMs;
  }

  #now(): Date {
    return new Date(this.simulation.scheduler.nowMs + this.clockOffsetMs);
  }

  #meterWh(): number {
    if (!this.#current) return this.#baseWh;
    return this.#baseWh + Math.floor((this.simulation.scheduler.nowMs - this.#beganAtMs) / SECOND_MS) * WH_PER_SECOND;
  }

  #takes(request: SimulatedRequest): boolean {
    const name = request.kind === 'start' ? request.bookingId : request.kind === 'unlock' ? request.id : undefined;
    if (name) this.asked.set(name, (this.asked.get(name) ?? 0) + 1);
    if (name) this.simulation.invariants.asks(this, name);
    this.simulation.say(() => `${this.id} is asked: ${JSON.stringify(request)}`);
    const { random, scheduler } = this.simulation;
    if (request.kind === 'unlock') return true;
    if (request.kind === 'stop') {
      const current = this.#current;
      if (!current || current.transactionId !== request.transactionId) return false;
      // Some charge points accept a call and do nothing.
      if (this.simulation.isBroken && random.chance(0.5)) return true;
      scheduler.after(random.between(500, 4_000), () => this.#current === current && this.#stop());
      return true;
    }
    if (this.#current || this.#pending || random.chance(0.15)) return false;
    const { bookingId } = request;
    this.#pending = bookingId;
    const cableMs = random.chance(0.15) ? 40 * SECOND_MS : random.between(0, 8_000);
    scheduler.after(cableMs, () => this.#pending === bookingId && this.#start(bookingId));
    return true;
  }

  #start(bookingId: string): void {
    const { random, scheduler } = this.simulation;
    this.#pending = undefined;
    this.#beganAtMs = scheduler.nowMs;
    const meterStartWh = this.#baseWh;
    const delivery: DeliveredEnergy = {
      bookingId,
      meterStartWh,
      meterStopWh: undefined,
      transactionId: undefined,
      isAccepted: undefined,
    };
    this.#current = delivery;
    this.deliveries.push(delivery);
    this.simulation.invariants.begins(this, bookingId);
    this.simulation.say(() => `${this.id} begins ${bookingId}`);
    const at = this.#now();
    this.#tell(delivery, () => ({ kind: 'started', bookingId, at, meterWh: meterStartWh }));
    const fullMs = random.chance(0.3) ? random.between(1_000, 10_000) : random.between(20_000, 200_000);
    scheduler.after(fullMs, () => this.#current === delivery && this.#stop());
  }

  #stop(): void {
    const delivery = this.#current;
    if (!delivery) return;
    const at = this.#now();
    const meterWh = this.#meterWh();
    this.#baseWh = delivery.meterStopWh = meterWh;
    this.#current = undefined;
    this.#tell(delivery, (transactionId) => ({ kind: 'stopped', transactionId, at, meterWh }));
  }

  #tell(delivery: DeliveredEnergy, report: (transactionId: number) => Report): void {
    this.#queue.push({ delivery, report });
    this.#sayNext();
  }

  #tellSoon(): void {
    this.simulation.scheduler.after(SAY_EVERY_MS, () => {
      const current = this.#current;
      if (current && this.#queue.length < 5) {
        const meterWh = this.#meterWh();
        this.#tell(current, (transactionId) => ({ kind: 'metered', transactionId, meterWh }));
      } else this.#sayNext(true);
      this.#tellSoon();
    });
  }

  /** Sends one call at a time. A link without answers is given up. */
  #sayNext(isAlive = false): void {
    const socket = this.#socket;
    const next = this.#queue[0];
    if (!socket || this.#calling || this.#isDead() || (!next && !isAlive)) return;
    const report: Report = next ? next.report(next.delivery.transactionId ?? 0) : { kind: 'heartbeat' };
    const calling = { id: (this.#callId += 1), said: report.kind };
    this.#calling = calling;
    socket.toNode({ kind: 'call', id: calling.id, report });
    this.simulation.scheduler.after(ANSWER_WITHIN_MS, () => {
      if (this.#calling === calling) socket.closeAtChargePoint(this.simulation.random.chance(0.5));
    });
  }

  #dialSoon(): void {
    const { scheduler, random } = this.simulation;
    const waitMs = Math.max(this.deadUntilMs - scheduler.nowMs, 0) + random.between(...DIAL_AFTER_MS);
    scheduler.after(waitMs, () => {
      if (this.#socket) return;
      const socket = this.#isDead() ? undefined : this.simulation.dial(this);
      if (!socket) return this.#dialSoon();
      this.#socket = socket;
      this.#sayNext();
    });
  }
}
