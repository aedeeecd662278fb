import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { tablesOfDrivers } from '#testing/tables-of-drivers.ts';
import { PERSONAL_PARTS } from '../../../personal-parts.ts';
import { accountsData } from './personal-data.store.ts';

const database = await testDatabase();

/** Tables that know drivers by a text only, which no constraint tells. */
const BY_TEXT = ['invoices', 'meter_samples', 'webhook_events'];

/** Columns that no driver's copy has, by the reason why, and by their tables. */
const NOT_COPIED: Record<string, Record<string, string>> = {
  'says whose the row is, and the copy is of one driver': {
    bookmarks: 'driver_id',
    charging_sessions: 'driver_id',
    charging_tokens: 'driver_id',
    code_requests: 'mobile',
    code_triers: 'mobile',
    driver_vehicles: 'driver_id',
    fault_reports: 'driver_id',
    holds: 'driver_id',
    known_devices: 'mobile',
    ledger_accounts: 'driver_id',
    notifications: 'driver_id',
    one_time_codes: 'mobile',
    payment_intents: 'driver_id',
    personal_data_exports: 'driver_id',
    receipt_settings: 'driver_id',
    receipts: 'driver_id',
    reviews: 'driver_id',
    shop_orders: 'driver_id',
    station_watches: 'driver_id',
    tokens: 'driver_id',
  },
  'a number of our own for a row, or for another one that is told by its name': {
    bookmarks: 'station_id',
    charging_sessions: 'station_id transaction_id vehicle_id',
    code_requests: 'id',
    disputed_energy: 'id transaction_id',
    driver_vehicles: 'id model_id',
    drivers: 'id',
    fault_reports: 'station_id',
    ledger_accounts: 'id',
    ledger_entries: 'account_id id transfer_id',
    meter_samples: 'transaction_id',
    notifications: 'id',
    personal_data_exports: 'id',
    push_deliveries: 'notification_id subscription_id',
    push_subscriptions: 'id',
    refused_transactions: 'transaction_id',
    reviews: 'station_id',
    shop_orders: 'id',
    station_watches: 'station_id',
  },
  'stands in the charge, payment or invoice that it belongs to': {
    charging_sessions: 'disputed_wh gst_basis_points',
    disputed_energy: 'booking_id charger_id connector',
    invoices: 'financial_year issued_at series serial supplier_id',
    refunds: 'provider provider_payment_id',
    refused_transactions: 'booking_id',
    webhook_events: 'txn_id',
  },
  'opens a door': {
    charging_sessions: 'id_tag',
    known_devices: 'device_hash',
    one_time_codes: 'code_hash salt',
    payment_intents: 'checkout_form pay_url',
    push_subscriptions: 'auth p256dh token_hash',
    refused_transactions: 'id_tag',
    tokens: 'token_hash',
  },
  'may be of somebody else who asked for a code with the number': {
    code_requests: 'address site',
    code_triers: 'trier',
  },
  'may be of another buyer, who gave the number': {
    order_messages: 'amount_paise due_at id kind order_id sent_at tries',
    product_reviews: 'city comment decided_at id language name order_id product_id rate state written_at',
    shop_orders: 'address buyer_name buyer_state city email from_address gstin language pincode',
  },
  'is on the page of the order, behind its link': {
    shop_orders:
      'carrier closed_at colour delivered_at delivery_days_from delivery_days_to dispatched_at docket gst_rate hsn installation_gst_rate installation_hsn installation_id installation_name installation_paise local_colour local_name paid_at payment_cancelled_at price_paise product_id quantity reason refunded_units reserved_until shipping_paise sku txn_id',
  },
  'is told in short, a line a charge': {
    meter_samples: 'context raw received_at register_wh soc',
  },
  'is of the charger and its meter, and of how its word is waited for': {
    charging_sessions:
      'connector_status counted link_down_ms link_lost_at meter_suspect power_w progress_at rated_w restarted_at sampled_at',
    disputed_energy: 'began_at ended_at note',
    refused_transactions: 'meter_start_wh refused_at seen_at status',
  },
  'is how we count, repeat and do a thing once': {
    holds: 'renewals',
    ledger_accounts: 'version',
    ledger_entries: 'account_version',
    notifications: 'event_key expires_at',
    one_time_codes: 'tries_left',
    payment_intents: 'checks expires_at next_check_at',
    push_deliveries: 'next_try_at',
    receipt_settings: 'links links_since',
    refunds: 'accepted_at attempt key next_try_at request_hash tries was_credited',
    shop_orders: 'fingerprint key revision',
    webhook_events: 'event_key',
  },
  'is of sales of goods only, whose documents open by the link of their order': { invoices: 'details' },
  'is of sessions that no driver has': { charging_sessions: 'samples_purged_at' },
  'the operator says it of tags of its own, or all cards of a driver have the same': {
    charging_tokens: 'parent_id_tag shared',
  },
  'is empty while there is a driver to copy for': {
    drivers: 'deleted_at',
  },
};

/** What the parts of a copy read, as `table.column`, as their statements say it. */
async function columnsCopied(): Promise<Set<string>> {
  const statements: string[] = [];
  const logger = { logQuery: (statement: string) => statements.push(statement) };
  const logged = drizzle({ client: database.$client, logger });
  for (const part of [accountsData, ...PERSONAL_PARTS]) await part(logged, { driverId: 1, mobile: '' }, 1);
  return new Set(statements.flatMap(columnsRead));
}

function columnsRead(statement: string): string[] {
  const [, list = '', table = ''] = /^select (.+?) from "(\w+)"/.exec(statement) ?? [];
  return Array.from(list.matchAll(/"(\w+)"(?:\."(\w+)")?/g), ([, first, second]) =>
    second === undefined ? `${table}.${first}` : `${first}.${second}`,
  );
}

const columnsIn = (tables: Record<string, string>): string[] =>
  Object.entries(tables).flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`));

async function columnsOf(tables: string[]): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name in ${tables}`);
  return rows.map(({ name }) => name);
}

test('every column of a table with drivers’ data is in the driver’s copy, or is left out for a stated reason', async () => {
  const columns = await columnsOf([...(await tablesOfDrivers(database)), ...BY_TEXT]);
  const copied = await columnsCopied();
  const leftOut = Object.values(NOT_COPIED).flatMap(columnsIn);
  const forgotten = columns.filter((name) => !copied.has(name) && !leftOut.includes(name));
  expect(forgotten, 'put it into personal-data.store.ts of its module, or name here why not').toEqual([]);
  expect(
    leftOut.filter((name) => copied.has(name) || !columns.includes(name)),
    'left out for a reason, and in the copy or nowhere',
  ).toEqual([]);
});
