import { isReadable } from '@bijli/contract/readable';
import { isRegistrationNumber } from '@bijli/contract/registration-number';
import { MAX_BATTERY_KWH, MAX_VEHICLE_NAME_LENGTH as MAX_NAME } from '@bijli/contract/vehicles';
import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { parseCatalogue, type VehicleModel } from './vehicle-catalogue.ts';
import { refuse } from './vehicles.refusals.ts';
import * as store from './vehicles.store.ts';

export { vehiclesData } from './personal-data.store.ts';
export type { VehicleModel } from './vehicle-catalogue.ts';
export type { DriverVehicle } from './vehicles.store.ts';
export { ownVehicleOnWire } from './vehicle-wire.ts';

/** Maximum of vehicles of one driver: enough for a family and its scooters. */
const MAX_VEHICLES = 20;

export interface VehiclesOptions {
  database: Database;
  clock: Clock;
  /** The vehicles among these that a session refers to. */
  namedBySessions(tx: Tx, vehicleIds: number[]): Promise<number[]>;
}

export type Vehicles = ReturnType<typeof createVehicles>;

/** The catalogue of electric vehicles, and drivers' own vehicles. */
export function createVehicles({ database, clock, namedBySessions }: VehiclesOptions) {
  /** Runs a task on one of a driver's vehicles, one at a time. Throws own_vehicle_unknown. */
  async function withVehicle(
    driverId: number,
    vehicleId: number,
    task: (tx: Tx, others: store.DriverVehicle[]) => Promise<void>,
  ): Promise<void> {
    await database.transaction(async (tx) => {
      await store.lockVehiclesOfDriver(tx, driverId);
      const own = await store.listOfDriver(tx, driverId);
      if (!own.some(({ id }) => id === vehicleId)) refuse('own_vehicle_unknown');
      await task(
        tx,
        own.filter(({ id }) => id !== vehicleId),
      );
    });
  }

  return {
    /** Updates the catalogue from its two files. */
    async saveCatalogue(file: unknown, drawings: unknown): Promise<void> {
      const models = parseCatalogue(file, drawings);
      await database.transaction((tx) => store.saveVehicleModels(tx, models));
    },

    /** The catalogue by group. Groups and models are in display order. */
    async listCatalogue(): Promise<Map<string, VehicleModel[]>> {
      return Map.groupBy(await store.listVehicleModels(database), ({ group }) => group);
    },

    /** Models with known battery and inlets, to match charge points. */
    async listForShop() {
      const models = await store.listVehicleModels(database);
      return models.flatMap((model) =>
        model.batteryWh === null || model.connectorTypes.length === 0 ? [] : [{ ...model, batteryWh: model.batteryWh }],
      );
    },

    /** The driver's vehicles in the order they were added. */
    listOfDriver: (driverId: number): Promise<store.DriverVehicle[]> => store.listOfDriver(database, driverId),

    /** The default vehicle. Undefined if the driver has none. */
    async findDefaultOfDriver(driverId: number): Promise<store.DriverVehicle | undefined> {
      return (await store.listOfDriver(database, driverId)).find(({ isDefault }) => isDefault);
    },

    /** One of the driver's vehicles, also a removed one. Undefined if there is none. */
    findVehicleOfDriver: (driverId: number, vehicleId: number): Promise<store.DriverVehicle | undefined> =>
      store.findOfDriver(database, driverId, vehicleId),

    /**
     * Adds a vehicle. The first one, or one that is marked so, becomes the default. Throws registration_invalid,
     * vehicle_unknown, registration_taken, vehicle_limit.
     */
    async addVehicle(
      driverId: number,
      vehicle: { registrationNumber: string; modelId: string; isDefault?: boolean | undefined },
    ): Promise<void> {
      const { registrationNumber, modelId, isDefault = false } = vehicle;
      if (!isRegistrationNumber(registrationNumber)) refuse('registration_invalid');
      await database.transaction(async (tx) => {
        await store.lockVehiclesOfDriver(tx, driverId);
        if (!(await store.listVehicleModels(tx)).some(({ id }) => id === modelId)) refuse('vehicle_unknown');
        const own = await store.listOfDriver(tx, driverId);
        refuseTaken(own, registrationNumber);
        if (own.length >= MAX_VEHICLES) refuse('vehicle_limit', { max: MAX_VEHICLES });
        const added = await store.insertOwnVehicle(tx, { driverId, modelId, registrationNumber, addedAt: clock.now() });
        if (isDefault || own.length === 0) await store.changeDefaultVehicle(tx, driverId, added);
      });
    },

    /** Erases a driver's vehicles, also from sessions that refer to them. */
    async eraseDriver(tx: Tx, { driverId }: DeletionRequest): Promise<void> {
      await store.lockVehiclesOfDriver(tx, driverId);
      await store.deleteOfDriver(tx, driverId);
    },

    /** Throws own_vehicle_unknown. */
    changeDefaultVehicle: (driverId: number, vehicleId: number): Promise<void> =>
      withVehicle(driverId, vehicleId, (tx) => store.changeDefaultVehicle(tx, driverId, vehicleId)),

    /**
     * Changes a vehicle's name (empty: that of its model), its number plate, or the driver's figures of its battery and
     * connectors. Throws own_vehicle_unknown, vehicle_name_invalid, registration_invalid, registration_taken,
     * battery_invalid.
     */
    async changeVehicle(
      driverId: number,
      vehicleId: number,
      change: {
        name?: string | undefined;
        registrationNumber?: string | undefined;
        batteryKwh?: number | null | undefined;
        connectorTypes?: string[] | undefined;
      },
    ): Promise<void> {
      const name = change.name?.trim();
      const { registrationNumber, batteryKwh, connectorTypes } = change;
      if (name && (!isReadable(name) || name.length > MAX_NAME)) refuse('vehicle_name_invalid', { max: MAX_NAME });
      if (registrationNumber !== undefined && !isRegistrationNumber(registrationNumber)) refuse('registration_invalid');
      if (typeof batteryKwh === 'number' && !(batteryKwh > 0 && batteryKwh <= MAX_BATTERY_KWH))
        refuse('battery_invalid', { max: MAX_BATTERY_KWH });
      await withVehicle(driverId, vehicleId, async (tx, others) => {
        if (registrationNumber !== undefined) refuseTaken(others, registrationNumber);
        const changed = {
          ...(name !== undefined && { name: name || null }),
          ...(registrationNumber !== undefined && { registrationNumber }),
          ...(batteryKwh !== undefined && { statedBatteryWh: batteryKwh && Math.ceil(batteryKwh * 1000) }),
          ...(connectorTypes !== undefined && { statedConnectorTypes: connectorTypes }),
        };
        if (Object.keys(changed).length > 0) await store.changeOwnVehicle(tx, vehicleId, changed);
      });
    },

    /**
     * Removes a vehicle. Past sessions still refer to it, and the oldest other vehicle becomes the default. A removed
     * vehicle that no session refers to is deleted when the next one is removed, because a session that is just
     * starting may refer to the last. Throws own_vehicle_unknown.
     */
    async removeVehicle(driverId: number, vehicleId: number): Promise<void> {
      await withVehicle(driverId, vehicleId, async (tx, others) => {
        const removed = await store.listRemovedOfDriver(tx, driverId);
        const named = new Set(await namedBySessions(tx, removed));
        await store.deleteOwnVehicles(
          tx,
          removed.filter((id) => !named.has(id)),
        );
        await store.removeOwnVehicle(tx, vehicleId, clock.now());
        const [oldest] = others;
        if (oldest && !others.some(({ isDefault }) => isDefault))
          await store.changeDefaultVehicle(tx, driverId, oldest.id);
      });
    },
  };
}

function refuseTaken(own: store.DriverVehicle[], registrationNumber: string): void {
  if (own.some((other) => other.registrationNumber === registrationNumber)) refuse('registration_taken');
}
