import type { ClientBase } from 'pg';

export interface BigData {
  /** The number of the first session; what comes later goes on from what is there. */
  first: number;
  sessions: number;
  /** New ones, whose sessions these are. */
  drivers: number;
  /** Of each session that delivered anything. */
  samplesOfEach: number;
  /** Over how long all of it came about, until two hours ago. */
  days: number;
}

/** Some rows of it: what is said of them, and the statements that make them. */
export interface Step {
  what: string;
  statements: string[];
}

/** Paise a kilowatt-hour before taxes, and with taxes of 9 % each the hold of what is bought. */
export const PRICE = 2_000;
export const BOUGHT_WH = 30_000;
export const HOLD = 70_800;
/** The tables as they are, which may be those of an earlier release. */
export interface Tables {
  /** Rows with as many of these columns as the table has; each value is an expression on `from`. */
  insertInto(table: string, columns: Record<string, string>, from: string): string;
  /** Whether samples are of a release that kept what charge points said beside each, and had no months. */
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
