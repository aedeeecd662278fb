import type { ConnectorKind, Equipment } from '#modules/network/index.ts';

/**
 * What stations have, by number: the same for all that have as many connectors of the same kinds. 0 is nothing. Built connector
 * by connector, in whatever order they come.
 */
export class EquipmentByNumber {
  readonly #kinds = new Map<string, number>();
  /** The same, without a look at what it says. */
  readonly #same = new WeakMap<ConnectorKind, number>();
  readonly #ordered: ConnectorKind[] = [];
  /** By their text: how many there are of each kind. */
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #counts: (readonly number[])[] = [[]];
  /** By what a station had and what it gets: what it has then. */
  readonly #next: number[][] = [];
  readonly #equipment = new Map<number, Equipment>();

  /** In the order that a station's are told in. */
  constructor(kinds: readonly ConnectorKind[]) {
    for (const kind of kinds) this.#numberOf(kind);
  }

  /** With one connector more. */
  plus(number: number, kind: ConnectorKind): number {
    const added = this.#numberOf(kind);
    const next = (this.#next[number] ??= []);
    return (next[added] ??= this.#plus(number, added));
  }

  /** Undefined for nothing. */
  of(number: number): Equipment | undefined {
    if (number === 0) return undefined;
    const known = this.#equipment.get(number) ?? this.#read(number);
    this.#equipment.set(number, known);
    return known;
  }

  #numberOf(kind: ConnectorKind): number {
    const same = this.#same.get(kind);
    if (same !== undefined) return same;
    const key = `${kind.type}\0${kind.ratedW}\0${kind.current}`;
    const known = this.#kinds.get(key) ?? this.#ordered.push(kind) - 1;
    this.#kinds.set(key, known);
    this.#same.set(kind, known);
    return known;
  }

  #plus(number: number, added: number): number {
    const counts = Array.from(this.#ordered, (_, kind) => (this.#counts[number]?.[kind] ?? 0) + Number(kind === added));
    while (counts.at(-1) === 0) counts.pop();
    const key = counts.join();
    const known = this.#numbers.get(key) ?? this.#counts.push(counts) - 1;
    this.#numbers.set(key, known);
    return known;
  }

  #read(number: number): Equipment {
    const equipment: Equipment = { connectors: 0, types: [], currents: [], maxRatedW: 0, plugs: [] };
    for (const [kind, total] of this.#counts[number]?.entries() ?? []) {
      const { type, ratedW, current } = this.#ordered[kind] ?? {};
      if (total === 0 || type === undefined || ratedW === undefined || current === undefined) continue;
      equipment.connectors += total;
      equipment.maxRatedW = Math.max(equipment.maxRatedW, ratedW);
      if (!equipment.types.includes(type)) equipment.types.push(type);
      if (!equipment.currents.includes(current)) equipment.currents.push(current);
      const last = equipment.plugs.at(-1);
      // Of one type and power, those of the other current are counted with them.
      if (last?.type === type && last.ratedW === ratedW) last.total += total;
      else equipment.plugs.push({ type, ratedW, current, total });
    }
    return equipment;
  }
}
