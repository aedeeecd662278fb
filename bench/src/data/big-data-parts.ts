import type { ClientBase } from 'pg';

export interface BigData {
  /** The number of the first session. Later data continues from the existing data. */
  first: number;
  sessions: number;
  /** New drivers, who own these sessions. */
  drivers: number;
  /** Number of samples for each session that delivered energy. */
  samplesOfEach: number;
  /** The span in days over which the data is spread. It ends two hours ago. */
  days: number;
}

/** A part of the rows: a description, and the statements that create them. */
export interface Step {
  what: string;
  statements: string[];
}

/** Paise per kWh before tax. The hold of a purchase adds two taxes of 9 % each. */
export const PRICE = 2_000;
export const BOUGHT_WH = 30_000;
export const HOLD = 70_800;
/** The tables of the database, which may be those of an earlier release. */
export interface Tables {
  /** An insert statement with those of the columns that the table has. Each value is an expression on `from`. */
  insertInto(table: string, columns: Record<string, string>, from: string): string;
  /**
   * True if the database is of a release that kept the raw values with each sample and had no partitions by month.
   */
  keepsRawSamples: boolean;
}

export async function readTables(client: ClientBase): Promise<Tables> {
  const { rows } = await client.query<{ name: string; nullable: string }>(`
    select table_name || '.' || column_name as name, is_nullable as nullable
    from information_schema.columns where table_schema = 'public'`);
  const isNullable = new Map(rows.map(({ name, nullable }) => [name, nullable === 'YES']));
  return {
    insertInto(table, columns, from) {
      const there = Object.entries(columns).filter(([column]) => isNullable.has(`${table}.${column}`));
      const [names, values] = [there.map(([name]) => name), there.map(([, value]) => value)];
      return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} ${from}`;
    },
    keepsRawSamples: isNullable.get('meter_samples.raw') === false,
  };
}
