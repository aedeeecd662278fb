/** The result of a request on the wire; see `Reply` in `bus.ts`. */
export type WireReply = { kind: 'answer'; text: string } | { kind: 'nobody' } | { kind: 'silent' };

/** The port behind the bus: carries texts between the nodes of one database. `subscribe` and `answer` return a function that ends them. */
export interface Wire {
  publish(subject: string, text: string): void;
  subscribe(subject: string, listener: (text: string) => void): () => void;
  ask(subject: string, text: string, withinMs: number): Promise<WireReply>;
  /** If the handler returns undefined, no answer is sent. */
  answer(subject: string, handle: (text: string) => Promise<string | undefined>): () => void;
  /** Why the wire is not usable now. Undefined if it is. */
  problem(): string | undefined;
  /** Calls back each time the wire is usable again. */
  onBack(listener: () => void): void;
  close(): Promise<void>;
}
