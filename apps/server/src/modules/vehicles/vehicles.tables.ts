import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { drivers } from '#modules/accounts/accounts.tables.ts';

/** The catalogue. A figure without a source is null. */
export const vehicleModels = pgTable('vehicle_models', {
  id: text('id').primaryKey(),
  /** The tab that shows it. */
  group: text('group').notNull(),
  brand: text('brand').notNull(),
  name: text('name').notNull(),
  /** The end of the name, which tells it from others of its model. */
  variant: text('variant'),
  /** The year in which it came onto the market. */
  launchYear: integer('launch_year'),
  /** Name of the drawing. */
  image: text('image').notNull(),
  batteryWh: integer('battery_wh'),
  connectorTypes: text('connector_types').array().notNull(),
  /** AC power that its on-board charger takes, in W. */
  acMaxW: integer('ac_max_w'),
  /** DC power that its battery takes, in W. */
  dcMaxW: integer('dc_max_w'),
  /** Order in the catalogue. */
  rank: integer('rank').notNull(),
});

export const driverVehicles = pgTable(
  'driver_vehicles',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id),
    modelId: text('model_id')
      .notNull()
      .references(() => vehicleModels.id),
    /** The driver's name for it. Null: the name of its model. */
    name: text('name'),
    registrationNumber: text('registration_number').notNull(),
    /** Figures from the driver, if the catalogue has none. */
    statedBatteryWh: integer('told_battery_wh'),
    statedConnectorTypes: text('told_connector_types').array(),
    isDefault: boolean('is_default').notNull().default(false),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
    /** When the driver removed it. Past sessions still refer to it. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('driver_vehicles_registration_kept')
      .on(table.driverId, table.registrationNumber)
      .where(sql`${table.removedAt} is null`),
    index('driver_vehicles_driver').on(table.driverId),
    uniqueIndex('driver_vehicles_one_default')
      .on(table.driverId)
      .where(sql`${table.isDefault}`),
  ],
);
