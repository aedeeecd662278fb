import { UNFINISHED_LINKS } from './link-limits.ts';

/** Counts the links of each charger that are not done: a link that is replaced is worked off beside the one that came after it. */
export class UnfinishedLinks {
  readonly #counts = new Map<string, number>();

  hasRoom(chargerId: string): boolean {
    return this.#count(chargerId) < UNFINISHED_LINKS;
  }

  begin(chargerId: string): void {
    this.#counts.set(chargerId, this.#count(chargerId) + 1);
  }

  end(chargerId: string): void {
    const left = this.#count(chargerId) - 1;
    if (left > 0) this.#counts.set(chargerId, left);
    else this.#counts.delete(chargerId);
  }

  #count(chargerId: string): number {
    return this.#counts.get(chargerId) ?? 0;
  }
}
