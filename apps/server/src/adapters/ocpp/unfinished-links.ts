import { MAX_UNFINISHED_LINKS } from './link-limits.ts';

/** Counts the links of each charge point that are not done: a link that is replaced is worked off beside the one that came after it. */
export class UnfinishedLinks {
  readonly #counts = new Map<string, number>();

  hasRoom(chargePointId: string): boolean {
    return this.#count(chargePointId) < MAX_UNFINISHED_LINKS;
  }

  begin(chargePointId: string): void {
    this.#counts.set(chargePointId, this.#count(chargePointId) + 1);
  }

  end(chargePointId: string): void {
    const left = this.#count(chargePointId) - 1;
    if (left > 0) this.#counts.set(chargePointId, left);
    else this.#counts.delete(chargePointId);
  }

  #count(chargePointId: string): number {
    return this.#counts.get(chargePointId) ?? 0;
  }
}
