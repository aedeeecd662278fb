import { desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { driverVehicles, vehicleModels } from './vehicles.tables.ts';

/** The driver's vehicles. */
export async function vehiclesData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  return {
    driver_vehicles: await tx
      .select({
        vehicle: vehicleModels.name,
        name: driverVehicles.name,
        registration_number: driverVehicles.registrationNumber,
        told_battery_wh: driverVehicles.statedBatteryWh,
        told_connector_types: driverVehicles.statedConnectorTypes,
        is_default: driverVehicles.isDefault,
        added_at: driverVehicles.addedAt,
        removed_at: driverVehicles.removedAt,
      })
      .from(driverVehicles)
      .innerJoin(vehicleModels, eq(vehicleModels.id, driverVehicles.modelId))
      .where(eq(driverVehicles.driverId, driverId))
      .orderBy(desc(driverVehicles.addedAt))
      .limit(limit),
  };
}
