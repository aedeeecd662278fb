/** Calls that a driver waits for go first. */
export type CallKind = 'start' | 'stop' | 'other';

/** The position of a call in the queue. */
export interface QueuePlace {
  kind: CallKind;
  /** The connector or transaction that the call is for. */
  target: string;
}

/**
 * Calls that wait for one charge point. Starts and stops go first, in turn. Within a kind, each connector or
 * transaction gets one call before any gets a second, so that no connector waits behind another's calls.
 */
export class FairQueue<T> {
  readonly #lines: Record<CallKind, Map<string, T[]>> = { start: new Map(), stop: new Map(), other: new Map() };
  #first: 'start' | 'stop' = 'start';
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push({ kind, target }: QueuePlace, item: T): void {
    const line = this.#lines[kind].get(target);
    if (line) line.push(item);
    else this.#lines[kind].set(target, [item]);
    this.#size += 1;
  }

  /** Removes and returns the next call. Undefined if none waits. */
  shift(): T | undefined {
    const second = this.#first === 'start' ? 'stop' : 'start';
    for (const kind of [this.#first, second, 'other'] as const) {
      const [next] = this.#lines[kind];
      if (!next) continue;
      if (kind !== 'other') this.#first = kind === 'start' ? 'stop' : 'start';
      return this.#take(this.#lines[kind], next);
    }
    return undefined;
  }

  /** Removes a call that need not wait any longer. */
  remove({ kind, target }: QueuePlace, item: T): void {
    const line = this.#lines[kind].get(target) ?? [];
    const index = line.indexOf(item);
    if (index < 0) return;
    line.splice(index, 1);
    this.#size -= 1;
    if (line.length === 0) this.#lines[kind].delete(target);
  }

  #take(lines: Map<string, T[]>, [of, line]: [string, T[]]): T | undefined {
    const item = line.shift();
    this.#size -= 1;
    // A map is ordered by insertion, so deleting and setting moves a key to the end.
    lines.delete(of);
    if (line.length > 0) lines.set(of, line);
    return item;
  }
}
