/** A Fenwick tree: counts at positions, with fast range sums and fast changes. */
export class FenwickTree {
  readonly #sums: Int32Array;

  constructor(places: number) {
    this.#sums = new Int32Array(places + 1);
  }

  add(position: number, by: number): void {
    for (let index = position + 1; index < this.#sums.length; index += index & -index) {
      this.#sums[index] = (this.#sums[index] ?? 0) + by;
    }
  }

  /** Sum from the first position to before the second. */
  between(from: number, to: number): number {
    return this.#before(to) - this.#before(from);
  }

  #before(position: number): number {
    let sum = 0;
    for (let index = position; index > 0; index -= index & -index) sum += this.#sums[index] ?? 0;
    return sum;
  }
}
