import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { drivers, signIns } from '#modules/accounts/accounts.tables.ts';
import { stations } from '#modules/network/network.tables.ts';
import type { Facts } from './notification-kinds.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const driverId = () =>
  bigint('driver_id', { mode: 'number' })
    .notNull()
    .references(() => drivers.id, { onDelete: 'cascade' });

/**
 * The pair of keys that identifies us to push services. It is created once, because every subscription is bound to it.
 */
export const pushKeys = pgTable('push_keys', {
  only: boolean('only').primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
});

/** Devices that receive pushes, at most one for each sign-in. They end with the sign-in. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  tokenHash: text('token_hash')
    .notNull()
    .unique()
    .references(() => signIns.tokenHash, { onDelete: 'cascade' }),
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  language: text('language').notNull(),
  createdAt: at('created_at').notNull(),
});

/** Notifications to drivers: the kind and its facts, without text. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    driverId: driverId(),
    /** Idempotency key. Each is sent once. */
    key: text('event_key').notNull(),
    kind: text('kind').notNull(),
    facts: jsonb('facts').$type<Facts>().notNull(),
    createdAt: at('created_at').notNull(),
    /** It is not pushed after this time. */
    expiresAt: at('expires_at').notNull(),
    readAt: at('read_at'),
  },
  (table) => [
    unique('notifications_once').on(table.driverId, table.key),
    index('notifications_newest').on(table.driverId, table.id),
  ],
);

/** The outbox: one row for each device that gets a notification, inserted together with the notification. */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    notificationId: bigint('notification_id', { mode: 'number' })
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    subscriptionId: bigint('subscription_id', { mode: 'number' })
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    tries: integer('attempts').notNull().default(0),
    /** Null once it was sent or given up. */
    nextTryAt: at('next_try_at'),
    sentAt: at('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.subscriptionId] }),
    index('push_deliveries_due')
      .on(table.nextTryAt)
      .where(sql`${table.nextTryAt} is not null`),
    index('push_deliveries_subscription').on(table.subscriptionId),
  ],
);

/** Stations that drivers watch, to hear once when they are free. */
export const stationWatches = pgTable(
  'station_watches',
  {
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    driverId: driverId(),
    since: at('since').notNull(),
    until: at('until').notNull(),
    /** Connector types that count. Empty: all. */
    connectorTypes: text('connector_types').array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.stationId, table.driverId] })],
);
