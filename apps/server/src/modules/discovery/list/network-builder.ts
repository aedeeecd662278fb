import { isCaptive } from '@bijli/contract/station-access';
import { Interned } from '#kernel/interned.ts';
import {
  parseArea,
  parseTraits,
  type ConnectorKind,
  type ListedStation,
  type StationArea,
  type StationReader,
  type TariffBand,
} from '#modules/network/index.ts';
import { EquipmentByNumber } from './equipment.ts';
import { withLength, StationColumns } from './station-columns.ts';
import { StationKinds } from './station-kinds.ts';
import { StationOffers } from './station-offers.ts';
import { StationTexts } from './station-texts.ts';

/** The stations in use, numbered in the order of their ids, with what many share stored once. */
export interface ReadNetwork {
  stations: StationColumns;
  texts: StationTexts;
  areas: readonly StationArea[];
  kinds: StationKinds;
  offers: StationOffers;
}

/** Collects the network while it is read. */
export class NetworkBuilder implements StationReader {
  readonly #stations = new StationColumns();
  readonly #texts = new StationTexts();
  readonly #areas = new Interned(parseArea);
  readonly #traits = new Interned(parseTraits);
  readonly #bands = new Map<number, TariffBand[]>();
  /** Traits by station, until its kind is known. */
  #traitsOf = new Uint32Array(256);
  #equipmentOf = new Uint32Array(0);
  #equipment = new EquipmentByNumber([]);

  station(station: ListedStation): void {
    const number = this.#stations.add(station.latitude, station.longitude);
    this.#texts.add(station.text);
    this.#stations.areas[number] = this.#areas.numberOf(station.area);
    if (station.averageRating !== null) this.#stations.averageRatings[number] = station.averageRating;
    if (number === this.#traitsOf.length) this.#traitsOf = withLength(this.#traitsOf, number * 2);
    this.#traitsOf[number] = this.#traits.numberOf(station.traits);
  }

  kinds(kinds: readonly ConnectorKind[]): void {
    this.#stations.trim();
    this.#texts.seal();
    this.#equipment = new EquipmentByNumber(kinds);
    this.#equipmentOf = new Uint32Array(this.#stations.count);
  }

  connector(stationId: string, kind: ConnectorKind): void {
    const station = this.#texts.find(stationId);
    if (station === undefined) return;
    this.#equipmentOf[station] = this.#equipment.plus(this.#equipmentOf[station] ?? 0, kind);
  }

  band(stationId: string, band: TariffBand): void {
    const station = this.#texts.find(stationId);
    if (station === undefined) return;
    const bands = this.#bands.get(station);
    if (bands) bands.push(band);
    else this.#bands.set(station, [band]);
  }

  /** Returns the result once everything is read. */
  build(now: Date): ReadNetwork {
    const offers = new StationOffers(this.#equipment, now);
    const kinds = new StationKinds(this.#stations, offers.all);
    for (let station = 0; station < this.#stations.count; station += 1) {
      const traits = this.#traits.values[this.#traitsOf[station] ?? 0];
      if (!traits) continue;
      const bands = this.#bands.get(station) ?? [];
      const offer = offers.numberOf(this.#equipmentOf[station] ?? 0, traits.openHours, bands);
      this.#stations.kinds[station] = kinds.numberOf(offer, traits);
      if (isCaptive({ visibility: traits.access })) this.#stations.setCaptive(station);
    }
    return { stations: this.#stations, texts: this.#texts, areas: this.#areas.values, kinds, offers };
  }
}
