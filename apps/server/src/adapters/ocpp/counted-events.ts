import type { SampledLog } from '#kernel/log-sampler.ts';

/** Bugs of ours, or of what we stand on, and what is daily life of modems; all else is a charger's doing. */
const LEVELS: Readonly<Record<string, 'error' | 'info'>> = {
  'ocpp.link_failed': 'error',
  'ocpp.message_not_kept': 'error',
  'ocpp.not_admitted': 'error',
  'ocpp.socket_failed': 'info',
};

/** What goes wrong at the chargers' door and on their links: counted, and logged as often as is of use. */
export class CountedEvents {
  readonly #say: SampledLog;
  readonly #counts = new Map<string, number>();

  constructor(say: SampledLog) {
    this.#say = say;
  }

  /** Facts name the charger, or the address where no charger of ours is known: each is heard for itself. */
  note(event: string, message: string, facts: { chargerId?: string; address?: string; [fact: string]: unknown }): void {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1);
    const by = facts.chargerId ?? facts.address ?? '';
    this.#say(LEVELS[event] ?? 'warn', { event, message, facts, by });
  }

  /** What a charger says about itself: each kind of word is heard for itself. */
  hear(chargerId: string, message: string, facts: object): void {
    this.#say('info', { event: 'ocpp.said', message, facts: { chargerId, ...facts }, by: `${chargerId} ${message}` });
  }

  /** How often each has happened since the server began. */
  all(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}
