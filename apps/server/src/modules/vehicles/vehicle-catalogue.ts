import * as z from 'zod/mini';
import { connectorTypeName } from '#modules/network/index.ts';

/** A vehicle of the catalogue. A figure without a source is null, and connectors without a source are left out. */
export interface VehicleModel {
  id: string;
  /** The tab that shows it. */
  group: string;
  brand: string;
  name: string;
  /** The end of the name, which tells it from others of its model. Null if the model has no variants. */
  variant: string | null;
  /** Null if no source is known. */
  launchYear: number | null;
  /** Name of the drawing. */
  image: string;
  batteryWh: number | null;
  connectorTypes: string[];
  acMaxW: number | null;
  dcMaxW: number | null;
  rank: number;
}

/** Cars have a tab for each maker. A maker with fewer models has none of its own. */
const MIN_IN_TAB = 2;
const OTHER_CARS = 'Other cars';
const GROUP_OF_CLASS: Record<string, string> = { '2W': 'Two-wheelers', '3W': 'Three-wheelers', Bus: 'Buses' };
const VANS = 'Vans and trucks';
const LAST_GROUPS = [OTHER_CARS, VANS, 'Two-wheelers', 'Three-wheelers', 'Buses'];

const catalogueFile = z.object({
  vehicles: z.array(
    z.object({
      id: z.string(),
      class: z.enum(['4W', '2W', '3W', 'Bus']),
      bodyType: z.string(),
      brand: z.string(),
      model: z.string(),
      variant: z.nullable(z.string()),
      launchYear: z.optional(z.nullable(z.int())),
      batteryKWh: z.nullable(z.number()),
      acMaxKW: z.optional(z.nullable(z.number())),
      dcMaxKW: z.optional(z.nullable(z.number())),
      connectors: z.array(z.string()),
      unverifiedFields: z.array(z.string()),
    }),
  ),
});
const drawingsFile = z.record(z.string(), z.string());

type CatalogueVehicle = z.infer<typeof catalogueFile>['vehicles'][number];

/**
 * Reads the catalogue's file and the file with the drawing of each vehicle. Returns the models in the order of the
 * tabs. Throws if a file has another form.
 */
export function parseCatalogue(file: unknown, drawings: unknown): VehicleModel[] {
  const { vehicles } = z.parse(catalogueFile, file);
  const drawingOf = z.parse(drawingsFile, drawings);
  const carsOfBrand = Map.groupBy(vehicles.filter(isCar), ({ brand }) => brand);
  const groupOf = (vehicle: CatalogueVehicle): string => {
    if (!isCar(vehicle)) return GROUP_OF_CLASS[vehicle.class] ?? VANS;
    return (carsOfBrand.get(vehicle.brand)?.length ?? 0) >= MIN_IN_TAB ? vehicle.brand : OTHER_CARS;
  };
  return vehicles
    .map((vehicle) => ({ vehicle, group: groupOf(vehicle) }))
    .toSorted((a, b) => LAST_GROUPS.indexOf(a.group) - LAST_GROUPS.indexOf(b.group))
    .map(({ vehicle, group }, rank) => ({
      id: vehicle.id,
      group,
      brand: vehicle.brand,
      name: [vehicle.brand, vehicle.model, vehicle.variant].filter(Boolean).join(' '),
      variant: vehicle.variant || null,
      launchYear: vouched(vehicle, 'launchYear') ? (vehicle.launchYear ?? null) : null,
      image: drawingOf[vehicle.id] ?? 'hatchback',
      batteryWh: thousandfold(vehicle, 'batteryKWh'),
      connectorTypes: vouched(vehicle, 'connectors') ? vehicle.connectors.map(connectorTypeName) : [],
      acMaxW: thousandfold(vehicle, 'acMaxKW'),
      dcMaxW: thousandfold(vehicle, 'dcMaxKW'),
      rank,
    }));
}

function isCar({ class: kind, bodyType }: CatalogueVehicle): boolean {
  return kind === '4W' && bodyType !== 'lcv';
}

/** Converts a figure from kW or kWh to W or Wh. Null if it has no source. */
function thousandfold(vehicle: CatalogueVehicle, field: 'batteryKWh' | 'acMaxKW' | 'dcMaxKW'): number | null {
  const figure = vehicle[field] ?? null;
  return figure !== null && vouched(vehicle, field) ? Math.round(figure * 1000) : null;
}

function vouched(vehicle: CatalogueVehicle, field: string): boolean {
  return !vehicle.unverifiedFields.includes(field);
}
