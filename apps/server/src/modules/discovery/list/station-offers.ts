import type { Station } from '@bijli/contract/stations';
import { priceAt, variesInTime, type Equipment, type OpenHours, type TariffBand } from '#modules/network/index.ts';
import { equipmentOnWire, hourlyOnWire } from '../station-wire.ts';
import type { EquipmentByNumber } from './equipment.ts';

/** The offer of a station at this hour. It is the same for all stations with the same equipment, prices and hours. */
export interface StationOffer {
  equipment: Equipment | undefined;
  openHours: OpenHours | null;
  bands: readonly TariffBand[];
  varies: boolean;
  hourly: Pick<Station, 'price_from' | 'plugs' | 'open_now'>;
  /** The fields of the offer in a list, as JSON. The plugs are separate, with none free. */
  json: { fields: string; plugs: string };
}

const ALWAYS = new Date(0);

/** The offers of stations, by number. */
export class StationOffers {
  readonly #equipment: EquipmentByNumber;
  readonly #now: Date;
  readonly #numbers = new Map<string, number>();
  /** Offers without prices, by hours and equipment. */
  readonly #unpriced = new Map<OpenHours | null, number[]>();
  readonly all: StationOffer[] = [];

  constructor(equipment: EquipmentByNumber, now: Date) {
    this.#equipment = equipment;
    this.#now = now;
  }

  numberOf(equipment: number, openHours: OpenHours | null, bands: readonly TariffBand[]): number {
    if (bands.length > 0) return this.#numberOf(equipment, openHours, bands);
    let unpriced = this.#unpriced.get(openHours);
    if (!unpriced) this.#unpriced.set(openHours, (unpriced = []));
    return (unpriced[equipment] ??= this.#numberOf(equipment, openHours, bands));
  }

  /** Updates what depends on the hour. Returns the numbers of changed offers. */
  updateHour(now: Date): ReadonlySet<number> {
    const changed = new Set<number>();
    for (const [number, before] of this.all.entries()) {
      if (!before.varies) continue;
      const offer = offerOf(before, now);
      if (offer.json.fields === before.json.fields && offer.json.plugs === before.json.plugs) continue;
      this.all[number] = offer;
      changed.add(number);
    }
    return changed;
  }

  #numberOf(equipmentNumber: number, openHours: OpenHours | null, allBands: readonly TariffBand[]): number {
    const bands = variesInTime(allBands, this.#now) ? allBands : lasting(allBands, this.#now);
    const key = JSON.stringify([equipmentNumber, openHours, bands]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const closesAtTimes = openHours !== null && openHours !== '24x7';
    const varies = closesAtTimes || variesInTime(bands, this.#now);
    const equipment = this.#equipment.of(equipmentNumber);
    this.#numbers.set(key, this.all.length);
    return this.all.push(offerOf({ equipment, openHours, bands, varies }, this.#now)) - 1;
  }
}

/** Prices that no longer change, without former ones, so that equal prices are equal whenever they began. */
function lasting(bands: readonly TariffBand[], now: Date): TariffBand[] {
  return (['AC', 'DC'] as const).flatMap((current) => {
    const pricePaisePerKwh = priceAt(bands, current, now);
    return pricePaisePerKwh === undefined
      ? []
      : [{ current, fromMinute: 0, toMinute: 1440, pricePaisePerKwh, validFrom: ALWAYS }];
  });
}

function offerOf(
  lastingParts: Pick<StationOffer, 'equipment' | 'openHours' | 'bands' | 'varies'>,
  now: Date,
): StationOffer {
  const { equipment, openHours, bands, varies } = lastingParts;
  const hourly = hourlyOnWire({ openHours, equipment, bands }, now);
  const { plugs, ...others } = hourly;
  const fields = JSON.stringify({ ...others, ...equipmentOnWire(equipment) }).slice(1, -1);
  return { equipment, openHours, bands, varies, hourly, json: { fields, plugs: plugs ? JSON.stringify(plugs) : '' } };
}
