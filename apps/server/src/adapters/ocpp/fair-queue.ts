/** What a driver waits for comes before the rest. */
export type CallKind = 'start' | 'stop' | 'other';

/** Where a call waits. */
export interface QueuePlace {
  kind: CallKind;
  /** The connector, or the transaction on it, that it is for. */
  of: string;
}

/**
 * Calls that wait for one charge point. Starts and stops go before everything else, by turns; of each kind one of every
 * connector or transaction goes before the second of any, so that no connector waits behind whatever another is asked.
 */
export class FairQueue<T> {
  readonly #lines: Record<CallKind, Map<string, T[]>> = { start: new Map(), stop: new Map(), other: new Map() };
  #first: 'start' | 'stop' = 'start';
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push({ kind, of }: QueuePlace, item: T): void {
    const line = this.#lines[kind].get(of);
    if (line) line.push(item);
    else this.#lines[kind].set(of, [item]);
    this.#size += 1;
  }

  /** Takes the next one out; undefined when nothing waits. */
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

  /** Takes one out that is not to wait any longer. */
  remove({ kind, of }: QueuePlace, item: T): void {
    const line = this.#lines[kind].get(of) ?? [];
    const index = line.indexOf(item);
    if (index < 0) return;
    line.splice(index, 1);
    this.#size -= 1;
    if (line.length === 0) this.#lines[kind].delete(of);
  }

  #take(lines: Map<string, T[]>, [of, line]: [string, T[]]): T | undefined {
    const item = line.shift();
    this.#size -= 1;
    // A map is ordered by when its keys came in: taken out and put in again, this one is the last.
    lines.delete(of);
    if (line.length > 0) lines.set(of, line);
    return item;
  }
}
