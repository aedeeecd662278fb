/** Keeps the smallest items that are added, in order. Of equal items, the first ones. */
export class Smallest<T> {
  readonly sorted: T[] = [];
  readonly #count: number;
  readonly #compare: (a: T, b: T) => number;

  constructor(count: number, compare: (a: T, b: T) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  /** The largest, once as many are kept as may be. Only smaller ones are added then. */
  get largestKept(): T | undefined {
    return this.sorted.length < this.#count ? undefined : this.sorted.at(-1);
  }

  add(one: T): void {
    const largest = this.sorted.at(-1);
    const isFull = this.sorted.length >= this.#count;
    if (isFull && (largest === undefined || this.#compare(one, largest) >= 0)) return;
    if (isFull) this.sorted.pop();
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.sorted[middle];
      if (other !== undefined && this.#compare(other, one) <= 0) low = middle + 1;
      else high = middle;
    }
    this.sorted.splice(low, 0, one);
  }
}
