import * as z from 'zod/mini';
import type { Database } from '#db/database.ts';
import type { DeliveryTime } from '../storefront.tables.ts';
import { replaceDeliveryTimes } from './delivery-times.store.ts';

export interface DeliveryImportSummary {
  zones: number;
  /** Number of pincode prefixes in those zones. */
  prefixes: number;
  refused: { row: number; problem: string }[];
}

const EXPECTED = 'a number of days from 0 to 90 is expected';
const days = z.pipe(
  z.union(
    [z.number(EXPECTED), z.pipe(z.string().check(z.regex(/^\s*\d{1,2}\s*$/, EXPECTED)), z.transform(Number))],
    EXPECTED,
  ),
  z.number().check(z.int(EXPECTED), z.gte(0, EXPECTED), z.lte(90, EXPECTED)),
);
const zoneRow = z.strictObject({
  zone: z.string('a name is expected').check(z.trim(), z.minLength(1), z.maxLength(60)),
  prefixes: z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split('|')),
    ),
  ]),
  days_from: days,
  days_to: days,
});
const PREFIX = /^[1-9]\d{0,5}$/;

/**
 * Replaces the delivery times by the rows of a file, all or none, because half a table would make wrong promises.
 * `isDryRun` writes nothing.
 */
export async function importDeliveryTimes(
  database: Database,
  rows: unknown[],
  { now, isDryRun = false }: { now: Date; isDryRun?: boolean },
): Promise<DeliveryImportSummary> {
  const refused: DeliveryImportSummary['refused'] = [];
  const times = new Map<string, DeliveryTime>();
  for (const [index, row] of rows.entries()) {
    const refuse = (problem: string): void => void refused.push({ row: index + 1, problem });
    const parsed = z.safeParse(zoneRow, row);
    if (!parsed.success) {
      refuse(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`).join('; '));
      continue;
    }
    const { zone, days_from: daysFrom, days_to: daysTo } = parsed.data;
    if (daysFrom > daysTo) refuse('days_to: must not be below days_from');
    for (const prefix of parsed.data.prefixes.map((one) => one.trim())) {
      if (!PREFIX.test(prefix)) refuse(`prefixes: "${prefix}" is no beginning of a pincode`);
      else if (times.has(prefix)) refuse(`prefixes: ${prefix} stands in the file twice`);
      times.set(prefix, { prefix, zone, daysFrom, daysTo, importedAt: now });
    }
  }
  const newTimes = [...times.values()];
  if (!isDryRun && refused.length === 0) await database.transaction((tx) => replaceDeliveryTimes(tx, newTimes));
  return { zones: new Set(newTimes.map(({ zone }) => zone)).size, prefixes: newTimes.length, refused };
}
