/** Counts at places in a row, of which any stretch is summed in a few steps while single ones change (a Fenwick tree). */
export class Tally {
  readonly #sums: Int32Array;

  constructor(places: number) {
    this.#sums = new Int32Array(places + 1);
  }

  add(place: number, by: number): void {
    for (let index = place + 1; index < this.#sums.length; index += index & -index) {
      this.#sums[index] = (this.#sums[index] ?? 0) + by;
    }
  }

  /** From the first place to before the second. */
  between(from: number, to: number): number {
    return this.#before(to) - this.#before(from);
  }

  #before(place: number): number {
    let sum = 0;
    for (let index = place; index > 0; index -= index & -index) sum += this.#sums[index] ?? 0;
    return sum;
  }
}
