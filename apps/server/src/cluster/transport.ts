/** The result of a request on the transport; see `Reply` in `bus.ts`. */
export type TransportReply = { kind: 'answer'; text: string } | { kind: 'nobody' } | { kind: 'silent' };

/**
 * The port behind the bus: carries texts between the nodes of one database. `subscribe` and `answer` return a function
 * that ends them.
 */
export interface BusTransport {
  publish(subject: string, text: string): void;
  subscribe(subject: string, listener: (text: string) => void): () => void;
  ask(subject: string, text: string, withinMs: number): Promise<TransportReply>;
  /** If the handler returns undefined, no answer is sent. */
  answer(subject: string, handle: (text: string) => Promise<string | undefined>): () => void;
  /** Why the transport is not usable now. Undefined if it is. */
  problem(): string | undefined;
  /** Calls back each time the transport is usable again. */
  onBack(listener: () => void): void;
  close(): Promise<void>;
}
