import type { Tx } from '#db/database.ts';
import type { Log } from '#kernel/log.ts';

/** Something that happens in a transaction. Its listeners run in the same transaction. Created by `event`. */
export interface DomainEvent<Facts> {
  readonly name: string;
  readonly kind: 'event';
  /** Never there: it carries the type. */
  readonly facts?: (facts: Facts) => void;
}

/** Something that has happened, published after the commit. A failing listener harms nobody. Created by `notice`. */
export interface Notice<Facts> {
  readonly name: string;
  readonly kind: 'notice';
  readonly facts?: (facts: Facts) => void;
}

type Listener = (tx: Tx, facts: unknown) => Promise<void>;
type NoticeListener = (facts: unknown) => unknown;

export type Events = ReturnType<typeof createEvents>;

/** Defines an event of a module; `name` is the module's and the event's, such as `payments.refundPaid`. */
export function event<Facts>(name: string): DomainEvent<Facts> {
  return { name, kind: 'event' };
}

/** Defines a notice of a module, named in the same way. */
export function notice<Facts>(name: string): Notice<Facts> {
  return { name, kind: 'notice' };
}

/**
 * Lets modules publish events without knowing the listeners. Listeners are independent: none may rely on another having
 * run before.
 */
export function createEvents({ log }: { log: Log }) {
  const listeners = new Map<string, Listener[]>();
  const noticeListeners = new Map<string, NoticeListener[]>();

  return {
    /** Listens in the transactions that an event happens in; what is thrown undoes them. */
    on<Facts>({ name }: DomainEvent<Facts>, listener: (tx: Tx, facts: Facts) => Promise<void>): void {
      listeners.set(name, [...(listeners.get(name) ?? []), listener as Listener]);
    },

    /** Listens to what has happened. */
    onNotice<Facts>({ name }: Notice<Facts>, listener: (facts: Facts) => unknown): void {
      noticeListeners.set(name, [...(noticeListeners.get(name) ?? []), listener as NoticeListener]);
    },

    /** Tells of an event in its transaction; settles when every listener is done, and rejects with the first failure. */
    async publish<Facts>(tx: Tx, { name }: DomainEvent<Facts>, facts: Facts): Promise<void> {
      // One after the other: a transaction has one connection.
      for (const listener of listeners.get(name) ?? []) await listener(tx, facts);
    },

    /** Tells of what has happened; failures of listeners are logged. */
    notify<Facts>({ name }: Notice<Facts>, facts: Facts): void {
      const failed = (error: unknown): void =>
        log.error({ event: 'event.listener_failed', notice: name, error }, 'a listener failed');
      for (const listener of noticeListeners.get(name) ?? []) {
        // A listener that throws and one that rejects are told of alike.
        new Promise((resolve) => resolve(listener(facts))).catch(failed);
      }
    },
  };
}
