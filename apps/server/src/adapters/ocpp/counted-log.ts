import type { SampledLog } from '#kernel/log-sampler.ts';
import type { EventCode } from '#kernel/log.ts';

/** Bugs of ours, or of what we stand on, and what is daily life of modems; all else is a charge point's doing. */
const LEVELS: Readonly<Record<string, 'error' | 'info'>> = {
  'ocpp.late_answer_lost': 'error',
  'ocpp.link_failed': 'error',
  'ocpp.message_not_kept': 'error',
  'ocpp.not_admitted': 'error',
  'ocpp.socket_failed': 'info',
};

/** What goes wrong at the charge points' door and on their links: counted, and logged as often as is of use. */
export class CountedLog {
  readonly #logSampled: SampledLog;
  readonly #counts = new Map<string, number>();

  constructor(logSampled: SampledLog) {
    this.#logSampled = logSampled;
  }

  /** Facts name the charge point, or the address where no charge point of ours is known: each is heard for itself. */
  count(
    event: EventCode,
    message: string,
    facts: { chargePointId?: string; address?: string; [fact: string]: unknown },
  ): void {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1);
    const by = facts.chargePointId ?? facts.address ?? '';
    this.#logSampled(LEVELS[event] ?? 'warn', { event, message, facts, by });
  }

  /** What a charge point says about itself: each kind of word is heard for itself. */
  hear(chargePointId: string, message: string, facts: object): void {
    this.#logSampled('info', {
      event: 'ocpp.said',
      message,
      facts: { chargePointId, ...facts },
      by: `${chargePointId} ${message}`,
    });
  }

  /** How often each has happened since the server began. */
  all(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}
