import type { Clock } from '#kernel/clock.ts';
import type { BusTransport, TransportReply } from './transport.ts';

type Listener = (text: string) => void;
type Handler = (text: string) => Promise<string | undefined>;

/** Connects the nodes of one process, for tests. A single node has no cost. */
export function createInProcessTransports(clock: Pick<Clock, 'after'>): () => BusTransport {
  const listeners = new Map<string, Set<Listener>>();
  const handlers = new Map<string, Set<Handler>>();

  return () => {
    const ends = new Set<() => void>();

    function joined<One>(all: Map<string, Set<One>>, subject: string, one: One): () => void {
      const those = all.get(subject) ?? new Set();
      all.set(subject, those.add(one));
      const end = (): void => {
        ends.delete(end);
        those.delete(one);
        if (those.size === 0 && all.get(subject) === those) all.delete(subject);
      };
      ends.add(end);
      return end;
    }

    return {
      publish(subject, text) {
        for (const listener of listeners.get(subject) ?? []) setImmediate(listener, text);
      },
      // A new function each time, so that a listener that subscribes twice is called twice.
      subscribe: (subject, listener) => joined(listeners, subject, (text) => listener(text)),
      answer: (subject, handle) => joined(handlers, subject, (text) => handle(text)),
      async ask(subject, text, withinMs) {
        const [handle] = handlers.get(subject) ?? [];
        if (!handle) return { kind: 'nobody' };
        const { promise, resolve } = Promise.withResolvers<TransportReply>();
        const stop = clock.after(withinMs, () => resolve({ kind: 'silent' }));
        void handle(text).then((answer) => answer !== undefined && resolve({ kind: 'answer', text: answer }));
        return promise.finally(stop);
      },
      problem: () => undefined,
      onBack: () => {},
      async close() {
        for (const end of ends) end();
      },
    };
  };
}
