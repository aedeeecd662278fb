import type { Tx } from '#db/database.ts';
import type { Log } from '#kernel/log.ts';

/** Something that happens in a transaction. Its listeners run in the same transaction. `event` creates it. */
export interface DomainEvent<Facts> {
  readonly name: string;
  readonly kind: 'event';
  /** Never set. It only carries the type of the facts. */
  readonly facts?: (facts: Facts) => void;
}

/**
 * Something that has happened, published after the commit. If a listener fails, nothing else does. `notice` creates it.
 */
export interface Notice<Facts> {
  readonly name: string;
  readonly kind: 'notice';
  readonly facts?: (facts: Facts) => void;
}

type Listener = (tx: Tx, facts: unknown) => Promise<void>;
type NoticeListener = (facts: unknown) => unknown;

export type Events = ReturnType<typeof createEvents>;

/** Defines an event of a module. `name` is the name of the module and of the event, such as `payments.refundPaid`. */
export function event<Facts>(name: string): DomainEvent<Facts> {
  return { name, kind: 'event' };
}

/** Defines a notice of a module, named in the same way. */
export function notice<Facts>(name: string): Notice<Facts> {
  return { name, kind: 'notice' };
}

/**
 * Lets modules publish events without knowing the listeners. Listeners run in the order in which they
 * were added. Only those of `driverBeingErased` need it.
 */
export function createEvents({ log }: { log: Log }) {
  const listeners = new Map<string, Listener[]>();
  const noticeListeners = new Map<string, NoticeListener[]>();

  return {
    /** Runs the listener in the transaction in which an event happens. If it throws, the transaction is rolled back. */
    on<Facts>({ name }: DomainEvent<Facts>, listener: (tx: Tx, facts: Facts) => Promise<void>): void {
      listeners.set(name, [...(listeners.get(name) ?? []), listener as Listener]);
    },

    /** Runs the listener after the commit of what has happened. */
    onNotice<Facts>({ name }: Notice<Facts>, listener: (facts: Facts) => unknown): void {
      noticeListeners.set(name, [...(noticeListeners.get(name) ?? []), listener as NoticeListener]);
    },

    /**
     * Publishes an event in its transaction. Settles when every listener is done, and rejects with the first failure.
     */
    async publish<Facts>(tx: Tx, { name }: DomainEvent<Facts>, facts: Facts): Promise<void> {
      // Listeners run one after the other, because a transaction has only one connection.
      for (const listener of listeners.get(name) ?? []) await listener(tx, facts);
    },

    /** Publishes a notice after the commit. Failures of listeners are logged. */
    notify<Facts>({ name }: Notice<Facts>, facts: Facts): void {
      const failed = (error: unknown): void =>
        log.error({ event: 'event.listener_failed', notice: name, error }, 'a listener failed');
      for (const listener of noticeListeners.get(name) ?? []) {
        // The promise catches both a listener that throws and one that rejects.
        new Promise((resolve) => resolve(listener(facts))).catch(failed);
      }
    },
  };
}
