/** Gives each text a small number, which stays the same. */
export class Interned<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #read: (text: string) => T;

  constructor(read: (text: string) => T) {
    this.#read = read;
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.values.length);
    return this.values.push(this.#read(text)) - 1;
  }
}
