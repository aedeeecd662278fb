/** Keeps the values used last, at most so many. */
export class Recent<K, V> {
  readonly #max: number;
  readonly #kept = new Map<K, V>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K): V | undefined {
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    // A map is ordered by when its keys came in: taken out and put in again, this one is the newest.
    this.#kept.delete(key);
    this.#kept.set(key, value);
    return value;
  }

  keep(key: K, value: V): V {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#max && oldest !== undefined) this.#kept.delete(oldest);
    return value;
  }
}
