import { MAX_UNFINISHED_LINKS } from './link-limits.ts';

/** Counts the unfinished links of each charge point, because a replaced link is completed beside the new one. */
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
