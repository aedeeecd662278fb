import type { OwnedChargePoints } from './owned-charge-points.ts';
import type { FromNode, SimulatedCall, SimulatedLink } from './parts.ts';
import type { SimulatedProcess } from './process.ts';
import { RULES } from './rules.ts';
import type { SessionRow } from './simulated-database.ts';

type OnAnswer = (isAccepted: boolean | undefined) => void;

/** What a node sends to its charge points. */
export class NodeCalls {
  readonly #unanswered = new Map<number, OnAnswer>();
  #lastId = 0;

  readonly #process: SimulatedProcess;
  readonly #owned: OwnedChargePoints;

  constructor(process: SimulatedProcess, owned: OwnedChargePoints) {
    this.#process = process;
    this.#owned = owned;
  }

  send(link: SimulatedLink, frame: FromNode): void {
    if (!this.#process.checkLease()) return;
    this.#process.simulation.invariants.noteSent(this.#process, link.chargePoint.id);
    link.sendToChargePoint(frame);
  }

  /** Calls a charge point. `onAnswer` gets undefined if there is no answer. */
  call(chargePointId: string, call: SimulatedCall, onAnswer: OnAnswer): void {
    const link = this.#owned.linkOf(chargePointId);
    if (!link) return onAnswer(undefined);
    const id = (this.#lastId += 1);
    this.#unanswered.set(id, onAnswer);
    this.send(link, { kind: 'call', id, call });
    this.#process.after(RULES.callMs, () => {
      if (this.#unanswered.delete(id)) onAnswer(undefined);
    });
  }

  noteAnswer(id: number, isAccepted: boolean): void {
    this.#unanswered.get(id)?.(isAccepted);
    this.#unanswered.delete(id);
  }

  /** Asks for the stop of a session that is to be stopped, unless that was asked just now. */
  askToStop(chargePointId: string, { bookingId, transactionId, state }: SessionRow): void {
    const { stopAskedAtMs } = this.#owned.of(chargePointId);
    const { nowMs } = this.#process.simulation.scheduler;
    const isRecent = nowMs - (stopAskedAtMs.get(bookingId) ?? Number.NEGATIVE_INFINITY) < RULES.askStopAgainMs;
    if (state !== 'stopping' || transactionId === null || isRecent || !this.#owned.linkOf(chargePointId)) return;
    stopAskedAtMs.set(bookingId, nowMs);
    this.call(chargePointId, { kind: 'stop', transactionId }, () => undefined);
  }

  forgetAll(): void {
    this.#unanswered.clear();
  }
}
