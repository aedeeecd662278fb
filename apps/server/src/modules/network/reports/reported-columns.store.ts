import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/database.ts';
import { columnOf } from '#db/statements/column.ts';
import { chargePoints, connectors } from '../network.tables.ts';

/** The contents of a BootNotification. */
export interface BootedDevice {
  vendor: string;
  model: string;
  firmware?: string | undefined;
  /** Serial number of the device. */
  serialNumber?: string | undefined;
}

/** The contents of a StatusNotification. */
export interface ReportedStatus {
  /**
   * OCPP 1.6 ChargePointStatus: Available, Preparing, Charging, SuspendedEV, SuspendedEVSE, Finishing, Reserved,
   * Unavailable, Faulted.
   */
  status: string;
  errorCode: string;
  at: Date;
}

/**
 * What one charge point reported since the last write. `heardAt` alone means that it was heard from. A missing field
 * stays as it is.
 */
export interface ChargePointChange {
  chargePointId: string;
  heardAt: Date;
  boot?: BootedDevice;
  /** Status of the charge point itself (connector 0). */
  ownStatus?: ReportedStatus;
  connectors: Map<number, ReportedStatus>;
}

interface ConnectorChange extends ReportedStatus {
  chargePointId: string;
  number: number;
}

interface ReportedColumn<Report> {
  /** Name in the table. */
  name: string;
  type: 'int' | 'text' | 'timestamptz';
  valueOf: (report: Report) => string | number | undefined;
  /**
   * SQL of the new value, with `c` for the stored row and `t` for the report. By default a missing value changes
   * nothing.
   */
  set?: string;
}

/** To store another field of a report, add its column here. */
const CHARGE_POINT_COLUMNS: readonly ReportedColumn<ChargePointChange>[] = [
  {
    name: 'seen_at',
    type: 'timestamptz',
    valueOf: ({ heardAt }) => heardAt.toISOString(),
    // The times of messages are stored once a minute, after later reports.
    set: 'greatest(c.seen_at, t.seen_at)',
  },
  {
    name: 'first_seen_at',
    type: 'timestamptz',
    valueOf: ({ heardAt }) => heardAt.toISOString(),
    set: 'coalesce(c.first_seen_at, t.first_seen_at)',
  },
  { name: 'vendor', type: 'text', valueOf: ({ boot }) => boot?.vendor },
  { name: 'model', type: 'text', valueOf: ({ boot }) => boot?.model },
  {
    name: 'firmware',
    type: 'text',
    valueOf: ({ boot }) => boot?.firmware,
    // A boot without a version clears the stored one, because an update can have made it wrong.
    set: 'case when t.vendor is null then c.firmware else t.firmware end',
  },
  { name: 'serial_number', type: 'text', valueOf: ({ boot }) => boot?.serialNumber },
  { name: 'status', type: 'text', valueOf: ({ ownStatus }) => ownStatus?.status },
  { name: 'error_code', type: 'text', valueOf: ({ ownStatus }) => ownStatus?.errorCode },
];
const CHARGE_POINT_KEY: readonly ReportedColumn<ChargePointChange>[] = [
  { name: 'id', type: 'text', valueOf: ({ chargePointId }) => chargePointId },
];

const CONNECTOR_COLUMNS: readonly ReportedColumn<ConnectorChange>[] = [
  { name: 'status', type: 'text', valueOf: ({ status }) => status },
  { name: 'error_code', type: 'text', valueOf: ({ errorCode }) => errorCode },
  { name: 'status_at', type: 'timestamptz', valueOf: ({ at }) => at.toISOString() },
];
const CONNECTOR_KEY: readonly ReportedColumn<ConnectorChange>[] = [
  { name: 'charger_id', type: 'text', valueOf: ({ chargePointId }) => chargePointId },
  { name: 'number', type: 'int', valueOf: ({ number }) => number },
];

/** Updates the rows of charge points and of their connectors, with one statement for each table. */
export async function changeFromReports(tx: Tx, changes: ChargePointChange[]): Promise<void> {
  await tx.execute(updateStatement(chargePoints, CHARGE_POINT_KEY, CHARGE_POINT_COLUMNS, changes));
  const statuses = changes.flatMap(({ chargePointId, connectors: changed }) =>
    [...changed].map(([number, status]) => ({ chargePointId, number, ...status })),
  );
  if (statuses.length > 0) await tx.execute(updateStatement(connectors, CONNECTOR_KEY, CONNECTOR_COLUMNS, statuses));
}

function updateStatement<Report>(
  table: PgTable,
  key: readonly ReportedColumn<Report>[],
  columns: readonly ReportedColumn<Report>[],
  reports: Report[],
): SQL {
  const all = [...key, ...columns];
  const values = all.map(({ type, valueOf }) => sql`${columnOf(reports.map(valueOf))}::${sql.raw(type)}[]`);
  const names = all.map(({ name }) => name).join(', ');
  const assignments = columns.map(({ name, set }) => `${name} = ${set ?? `coalesce(t.${name}, c.${name})`}`).join(', ');
  const sameKey = key.map(({ name }) => `c.${name} = t.${name}`).join(' and ');
  return sql`
    update ${table} as c set ${sql.raw(assignments)}
    from unnest(${sql.join(values, sql`, `)}) as t (${sql.raw(names)})
    where ${sql.raw(sameKey)}`;
}
