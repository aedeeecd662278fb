import { isRegistrationNumber } from '@bijli/contract/registration-number';
import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { readCatalogue, type VehicleModel } from './catalogue.ts';
import { refuse } from './vehicles.failures.ts';
import * as store from './vehicles.store.ts';

export { vehiclesData } from './personal-data.store.ts';
export type { VehicleModel } from './catalogue.ts';

/** The most vehicles that one driver may have: a family and its scooters, and no table of numbers. */
const MAX_VEHICLES = 20;

export interface VehiclesOptions {
  database: Database;
  clock: Clock;
}

export type Vehicles = ReturnType<typeof createVehicles>;

/** The catalogue of electric vehicles, and which of them drivers own. */
export function createVehicles({ database, clock }: VehiclesOptions) {
  return {
    /** Brings the catalogue to what its two files say. */
    async putCatalogue(file: unknown, drawings: unknown): Promise<void> {
      const models = readCatalogue(file, drawings);
      await database.transaction((tx) => store.putModels(tx, models));
    },

    /** The catalogue by group, groups and models in the order they are shown. */
    async catalogue(): Promise<Map<string, VehicleModel[]>> {
      return Map.groupBy(await store.listModels(database), ({ group }) => group);
    },

    /** Models whose battery and inlets are known, for telling which charge point suits them. */
    async forShop() {
      const models = await store.listModels(database);
      return models.flatMap((model) =>
        model.batteryWh === null || model.connectorTypes.length === 0 ? [] : [{ ...model, batteryWh: model.batteryWh }],
      );
    },

    /** The driver's vehicles, the default first. */
    ofDriver: (driverId: number): Promise<store.OwnVehicle[]> => store.listOwn(database, driverId),

    async defaultOf(driverId: number): Promise<store.OwnVehicle | undefined> {
      return (await store.listOwn(database, driverId)).find(({ isDefault }) => isDefault);
    },

    /** One of the driver's own; `undefined` when it is not. */
    async find(driverId: number, vehicleId: number): Promise<store.OwnVehicle | undefined> {
      return (await store.listOwn(database, driverId)).find(({ id }) => id === vehicleId);
    },

    /** Adds a vehicle; a driver's first becomes the default. Throws registration_invalid, vehicle_unknown, registration_taken, vehicle_limit. */
    async add(driverId: number, vehicle: { registrationNumber: string; modelId: string }): Promise<void> {
      const { registrationNumber, modelId } = vehicle;
      if (!isRegistrationNumber(registrationNumber)) refuse('registration_invalid');
      await database.transaction(async (tx) => {
        await store.lockVehicles(tx, driverId);
        if (!(await store.listModels(tx)).some(({ id }) => id === modelId)) refuse('vehicle_unknown');
        const own = await store.listOwn(tx, driverId);
        if (own.some((other) => other.registrationNumber === registrationNumber)) refuse('registration_taken');
        if (own.length >= MAX_VEHICLES) refuse('vehicle_limit', { max: MAX_VEHICLES });
        await store.addOwn(tx, {
          driverId,
          modelId,
          registrationNumber,
          isDefault: own.length === 0,
          addedAt: clock.now(),
        });
      });
    },

    /** Forgets a driver's vehicles; sessions that name one let go of it. */
    async eraseDriver(tx: Tx, { driverId }: DeletionRequest): Promise<void> {
      await store.lockVehicles(tx, driverId);
      await store.dropOwn(tx, driverId);
    },

    /** Throws own_vehicle_unknown. */
    async setDefault(driverId: number, vehicleId: number): Promise<void> {
      await database.transaction(async (tx) => {
        await store.lockVehicles(tx, driverId);
        const own = await store.listOwn(tx, driverId);
        if (!own.some(({ id }) => id === vehicleId)) refuse('own_vehicle_unknown');
        await store.setDefault(tx, driverId, vehicleId);
      });
    },
  };
}
