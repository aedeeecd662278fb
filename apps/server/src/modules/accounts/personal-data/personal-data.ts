import type { PersonalDataFormat, PersonalDataReply } from '@bijli/contract/accounts';
import type { Database, Tx } from '#db/database.ts';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { Messages } from '#kernel/messages/en.ts';
import { refuse } from '../accounts.refusals.ts';
import { findDriver } from '../accounts.store.ts';
import type { DeletionRequest } from '../deletion.ts';
import { personalDataPdf } from './personal-data-pdf.ts';
import * as store from './personal-data.store.ts';
import type { PersonalData, PersonalPart } from './personal-part.ts';

export interface PersonalDataOptions {
  database: Database;
  clock: Clock;
  parts: PersonalPart[];
}

/** Exports that a driver may make in a day. Each reads all data. */
const MAX_EXPORTS_A_DAY = 5;
const KEEP_EXPORTS_MS = DAY_MS;
/** More rows of one table than a driver will ever have. It bounds the size of an export. */
const MAX_ROWS = 10_000;

export type PersonalDataCopies = ReturnType<typeof createPersonalData>;

/** Exports everything that is stored about a driver, for the driver (DPDP Act 2023, section 11). */
export function createPersonalData({ database, clock, parts }: PersonalDataOptions) {
  /** Counts the export before it is made, because it is expensive. */
  async function countExport(driverId: number, format: PersonalDataFormat): Promise<number> {
    return database.transaction(async (tx) => {
      await store.lockExportsOfDriver(tx, driverId);
      const now = clock.now();
      const count = await store.countExportsOfDriver(tx, driverId, new Date(now.getTime() - DAY_MS));
      if (count >= MAX_EXPORTS_A_DAY) refuse('export_limit', { max: MAX_EXPORTS_A_DAY });
      return store.insertExport(tx, { driverId, format, at: now });
    });
  }

  /** An export that failed is not counted. */
  async function withCountedExport<T>(
    driverId: number,
    format: PersonalDataFormat,
    make: () => Promise<T>,
  ): Promise<T> {
    const exportId = await countExport(driverId, format);
    try {
      return await make();
    } catch (error) {
      await store.deleteExport(database, exportId);
      throw error;
    }
  }

  /** All parts, read at one moment. */
  function gather(driverId: number): Promise<PersonalDataReply> {
    const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
    return database.transaction(async (tx) => {
      const { mobile } = (await findDriver(tx, driverId)) ?? refuseHttp('signed_out');
      const data: PersonalData = {};
      for (const part of [store.accountsData, ...parts])
        Object.assign(data, await part(tx, { driverId, mobile }, MAX_ROWS + 1));
      const incomplete = Object.keys(data).filter((table) => (data[table]?.length ?? 0) > MAX_ROWS);
      for (const table of incomplete) data[table]?.splice(MAX_ROWS);
      return { success: true, exported_at: clock.now().toISOString(), mobile_number: mobile, data, incomplete };
    }, snapshot);
  }

  return {
    /** Throws export_limit, signed_out. */
    async exportAsJson(driverId: number): Promise<PersonalDataReply> {
      return withCountedExport(driverId, 'json', () => gather(driverId));
    },

    /** The export as a readable document in a language. Throws export_limit, signed_out. */
    async exportAsPdf(driverId: number, messages: Messages): Promise<Buffer> {
      return withCountedExport(driverId, 'pdf', async () => personalDataPdf(await gather(driverId), messages));
    },

    eraseDriver: (tx: Tx, { driverId }: DeletionRequest): Promise<void> => store.deleteExportsOfDriver(tx, driverId),

    purgeExpired: (): Promise<void> => store.purgeExports(database, new Date(clock.now().getTime() - KEEP_EXPORTS_MS)),
  };
}
