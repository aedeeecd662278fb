import { and, asc, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import type { VehicleModel } from './vehicle-catalogue.ts';
import { driverVehicles, vehicleModels } from './vehicles.tables.ts';

/** One of a driver's vehicles, with what the catalogue knows of its model. */
export interface DriverVehicle {
  id: number;
  modelId: string;
  /** The driver's name for it, or the name of its model. */
  name: string;
  modelName: string;
  /** Name of the drawing. */
  image: string;
  registrationNumber: string;
  isDefault: boolean;
  /** Null if neither a source nor the driver has given the figure. */
  batteryWh: number | null;
  /** AC and DC power that it takes, in W. Null if unknown. */
  acMaxW: number | null;
  dcMaxW: number | null;
  /** Empty if neither a source nor the driver has given them. */
  connectorTypes: string[];
  /** True if the catalogue has them. */
  isBatteryKnown: boolean;
  areConnectorsKnown: boolean;
}

export function listVehicleModels(tx: Tx): Promise<VehicleModel[]> {
  return tx.select().from(vehicleModels).orderBy(asc(vehicleModels.rank));
}

/** Replaces the catalogue by these models. A model that a driver owns stays although it is no longer offered. */
export async function saveVehicleModels(tx: Tx, models: VehicleModel[]): Promise<void> {
  const owned = tx.select({ id: driverVehicles.modelId }).from(driverVehicles);
  await tx.delete(vehicleModels).where(
    and(
      notInArray(
        vehicleModels.id,
        models.map(({ id }) => id),
      ),
      notInArray(vehicleModels.id, owned),
    ),
  );
  await tx
    .insert(vehicleModels)
    .values(models)
    .onConflictDoUpdate({
      target: vehicleModels.id,
      set: {
        group: sql`excluded."group"`,
        brand: sql`excluded.brand`,
        name: sql`excluded.name`,
        variant: sql`excluded.variant`,
        launchYear: sql`excluded.launch_year`,
        image: sql`excluded.image`,
        batteryWh: sql`excluded.battery_wh`,
        connectorTypes: sql`excluded.connector_types`,
        acMaxW: sql`excluded.ac_max_w`,
        dcMaxW: sql`excluded.dc_max_w`,
        rank: sql`excluded.rank`,
      },
    });
}

const areConnectorsKnown = sql<boolean>`cardinality(${vehicleModels.connectorTypes}) > 0`;

const selectOwn = (tx: Tx) =>
  tx
    .select({
      id: driverVehicles.id,
      modelId: driverVehicles.modelId,
      name: sql<string>`coalesce(${driverVehicles.name}, ${vehicleModels.name})`,
      modelName: vehicleModels.name,
      image: vehicleModels.image,
      registrationNumber: driverVehicles.registrationNumber,
      isDefault: driverVehicles.isDefault,
      batteryWh: sql<number | null>`coalesce(${vehicleModels.batteryWh}, ${driverVehicles.statedBatteryWh})`,
      acMaxW: vehicleModels.acMaxW,
      dcMaxW: vehicleModels.dcMaxW,
      connectorTypes: sql<
        string[]
      >`case when ${areConnectorsKnown} then ${vehicleModels.connectorTypes} else coalesce(${driverVehicles.statedConnectorTypes}, '{}') end`,
      isBatteryKnown: sql<boolean>`${vehicleModels.batteryWh} is not null`,
      areConnectorsKnown,
    })
    .from(driverVehicles)
    .innerJoin(vehicleModels, eq(vehicleModels.id, driverVehicles.modelId))
    .$dynamic();

/** A driver's vehicles in the order in which they were added, whichever is the default. */
export function listOfDriver(tx: Tx, driverId: number): Promise<DriverVehicle[]> {
  return selectOwn(tx)
    .where(and(eq(driverVehicles.driverId, driverId), isNull(driverVehicles.removedAt)))
    .orderBy(asc(driverVehicles.id));
}

/** One of a driver's vehicles, also one that was removed. */
export async function findOfDriver(tx: Tx, driverId: number, id: number): Promise<DriverVehicle | undefined> {
  const [own] = await selectOwn(tx).where(and(eq(driverVehicles.driverId, driverId), eq(driverVehicles.id, id)));
  return own;
}

/** Makes changes to a driver's vehicles take turns until the transaction ends. */
export async function lockVehiclesOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`vehicles:${driverId}`}))`);
}

/** Returns its id. */
export async function insertOwnVehicle(tx: Tx, vehicle: typeof driverVehicles.$inferInsert): Promise<number> {
  const [row] = await tx.insert(driverVehicles).values(vehicle).returning({ id: driverVehicles.id });
  if (!row) throw new Error('The vehicle just added is not there.');
  return row.id;
}

export async function changeOwnVehicle(
  tx: Tx,
  id: number,
  change: Partial<typeof driverVehicles.$inferInsert>,
): Promise<void> {
  await tx.update(driverVehicles).set(change).where(eq(driverVehicles.id, id));
}

export async function removeOwnVehicle(tx: Tx, id: number, removedAt: Date): Promise<void> {
  await tx.update(driverVehicles).set({ removedAt, isDefault: false }).where(eq(driverVehicles.id, id));
}

/** Ids of the vehicles that a driver has removed. */
export async function listRemovedOfDriver(tx: Tx, driverId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: driverVehicles.id })
    .from(driverVehicles)
    .where(and(eq(driverVehicles.driverId, driverId), isNotNull(driverVehicles.removedAt)));
  return rows.map(({ id }) => id);
}

export async function deleteOwnVehicles(tx: Tx, ids: number[]): Promise<void> {
  await tx.delete(driverVehicles).where(isAnyOf(driverVehicles.id, ids));
}

export async function deleteOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.delete(driverVehicles).where(eq(driverVehicles.driverId, driverId));
}

export async function changeDefaultVehicle(tx: Tx, driverId: number, vehicleId: number): Promise<void> {
  // The index allows one default at any moment, so the old one goes first.
  await tx
    .update(driverVehicles)
    .set({ isDefault: false })
    .where(and(eq(driverVehicles.driverId, driverId), eq(driverVehicles.isDefault, true)));
  await tx
    .update(driverVehicles)
    .set({ isDefault: true })
    .where(and(eq(driverVehicles.driverId, driverId), eq(driverVehicles.id, vehicleId)));
}
