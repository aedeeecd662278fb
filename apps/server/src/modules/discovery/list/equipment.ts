import type { ConnectorKind, Equipment } from '#modules/network/index.ts';

/**
 * The equipment of stations as numbers. Stations with the same connectors have the same number, 0 for none. Connectors
 * are added one by one, in any order.
 */
export class EquipmentByNumber {
  readonly #kinds = new Map<string, number>();
  /** Numbers of kinds, found without comparing their fields. */
  readonly #same = new WeakMap<ConnectorKind, number>();
  readonly #ordered: ConnectorKind[] = [];
  /** Numbers by a text of the counts of each kind. */
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #counts: (readonly number[])[] = [[]];
  /** For each number and added kind: the next number. */
  readonly #next: number[][] = [];
  readonly #equipment = new Map<number, Equipment>();

  /** The kinds are in the order in which a station lists them. */
  constructor(kinds: readonly ConnectorKind[]) {
    for (const kind of kinds) this.#numberOf(kind);
  }

  /** The number for one more connector. */
  plus(number: number, kind: ConnectorKind): number {
    const added = this.#numberOf(kind);
    const next = (this.#next[number] ??= []);
    return (next[added] ??= this.#plus(number, added));
  }

  /** The equipment of a number. Undefined for none. */
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
      // Connectors of the same type and power but another current are counted together.
      if (last?.type === type && last.ratedW === ratedW) last.total += total;
      else equipment.plugs.push({ type, ratedW, current, total });
    }
    return equipment;
  }
}
