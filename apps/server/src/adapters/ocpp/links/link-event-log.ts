import type { EventCode } from '#kernel/log.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';

/** Our own bugs and dependencies' errors, and normal events of modems. Everything else is the charge point's doing. */
const LEVELS: Readonly<Record<string, 'error' | 'info'>> = {
  'ocpp.late_answer_lost': 'error',
  'ocpp.link_failed': 'error',
  'ocpp.message_not_saved': 'error',
  'ocpp.not_admitted': 'error',
  'ocpp.socket_failed': 'info',
};

/** Counts what goes wrong when charge points connect and on their links, and logs it at a limited rate. */
export class LinkEventLog {
  readonly #logSampled: SampledLog;
  readonly #counts = new Map<string, number>();

  constructor(logSampled: SampledLog) {
    this.#logSampled = logSampled;
  }

  /** The log is limited for each charge point, or for each address if the charge point is unknown. */
  count(
    event: EventCode,
    message: string,
    facts: { chargePointId?: string; address?: string; [fact: string]: unknown },
  ): void {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1);
    const by = facts.chargePointId ?? facts.address ?? '';
    this.#logSampled(LEVELS[event] ?? 'warn', { event, message, facts, by });
  }

  /** Logs what a charge point reports about itself, limited for each kind of message. */
  logOwnReport(chargePointId: string, message: string, facts: object): void {
    this.#logSampled('info', {
      event: 'ocpp.said',
      message,
      facts: { chargePointId, ...facts },
      by: `${chargePointId} ${message}`,
    });
  }

  /** The counts since the server started, by event code. */
  all(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}
