import { and, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Database, Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { chargePointFiles, fileAddresses, firmwareFiles } from './files.tables.ts';

export type Firmware = typeof firmwareFiles.$inferSelect;
export type ChargePointFile = typeof chargePointFiles.$inferSelect;
export type FileAddress = typeof fileAddresses.$inferSelect;

/** The facts about a file once it is stored. */
export interface StoredFile {
  bytes: number;
  sha256: string;
}

export async function insertFirmware(tx: Tx, firmware: typeof firmwareFiles.$inferInsert): Promise<Firmware> {
  const [row] = await tx.insert(firmwareFiles).values(firmware).returning();
  if (!row) throw new Error('A firmware was not kept.');
  return row;
}

/** Firmware that is not retired. */
export async function findFirmware(tx: Tx, id: string): Promise<Firmware | undefined> {
  const [row] = await tx
    .select()
    .from(firmwareFiles)
    .where(and(eq(firmwareFiles.id, id), isNull(firmwareFiles.retiredAt)));
  return row;
}

export async function listFirmware(tx: Tx, page: Page): Promise<{ rows: Firmware[]; next?: string }> {
  const { addedAt, id } = firmwareFiles;
  const rows = await tx
    .select()
    .from(firmwareFiles)
    .where(isAfterCursor(page, addedAt, id))
    .orderBy(desc(addedAt), desc(inBytes(id)))
    .limit(rowsFor(page));
  return takePage(rows, page, (row) => ({ at: row.addedAt, id: row.id }));
}

/** Returns false if its file is there already, or it was retired. */
export async function saveFirmwareFile(tx: Tx, id: string, stored: StoredFile): Promise<boolean> {
  const { rowCount } = await tx
    .update(firmwareFiles)
    .set(stored)
    .where(and(eq(firmwareFiles.id, id), isNull(firmwareFiles.bytes), isNull(firmwareFiles.retiredAt)));
  return rowCount === 1;
}

/** Undefined if there is none that is not retired. */
export async function retireFirmware(tx: Tx, id: string, now: Date): Promise<Firmware | undefined> {
  const [row] = await tx
    .update(firmwareFiles)
    .set({ retiredAt: now })
    .where(and(eq(firmwareFiles.id, id), isNull(firmwareFiles.retiredAt)))
    .returning();
  return row;
}

/** Firmware that was retired since a time and had a file. */
export async function listRetiredFirmware(tx: Tx, since: Date): Promise<Pick<Firmware, 'id' | 'sha256'>[]> {
  const { id, sha256, retiredAt } = firmwareFiles;
  return tx
    .select({ id, sha256 })
    .from(firmwareFiles)
    .where(and(gt(retiredAt, since), isNotNull(sha256)));
}

export async function insertChargePointFile(tx: Tx, file: typeof chargePointFiles.$inferInsert): Promise<void> {
  await tx.insert(chargePointFiles).values(file);
}

export async function findChargePointFile(
  tx: Tx,
  chargePointId: string,
  id: string,
): Promise<ChargePointFile | undefined> {
  const [row] = await tx
    .select()
    .from(chargePointFiles)
    .where(and(eq(chargePointFiles.chargePointId, chargePointId), eq(chargePointFiles.id, id)));
  return row;
}

export async function listChargePointFiles(
  tx: Tx,
  chargePointId: string,
  page: Page,
): Promise<{ rows: ChargePointFile[]; next?: string }> {
  const { askedAt, id } = chargePointFiles;
  const rows = await tx
    .select()
    .from(chargePointFiles)
    .where(and(eq(chargePointFiles.chargePointId, chargePointId), isAfterCursor(page, askedAt, id)))
    .orderBy(desc(askedAt), desc(inBytes(id)))
    .limit(rowsFor(page));
  return takePage(rows, page, (row) => ({ at: row.askedAt, id: row.id }));
}

/** Returns what was there before. Undefined if the file is not awaited any more. */
export async function saveUploadedFile(
  database: Database,
  id: string,
  stored: StoredFile & { name: string; storedAt: Date },
): Promise<{ sha256: string | null } | undefined> {
  return database.transaction(async (tx) => {
    const { sha256 } = chargePointFiles;
    const [before] = await tx
      .select({ sha256 })
      .from(chargePointFiles)
      .where(eq(chargePointFiles.id, id))
      .for('update');
    if (before) await tx.update(chargePointFiles).set(stored).where(eq(chargePointFiles.id, id));
    return before;
  });
}

export async function insertAddress(tx: Tx, address: FileAddress): Promise<void> {
  await tx.insert(fileAddresses).values(address);
}

/** A valid URL, with the file that it leads to. */
export async function findAddress(
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<{ address: FileAddress; firmware: Firmware | null; file: ChargePointFile | null } | undefined> {
  const { kind, fileId, expiresAt } = fileAddresses;
  const [row] = await tx
    .select({ address: fileAddresses, firmware: firmwareFiles, file: chargePointFiles })
    .from(fileAddresses)
    .leftJoin(firmwareFiles, and(eq(kind, 'firmware'), eq(firmwareFiles.id, fileId), isNull(firmwareFiles.retiredAt)))
    .leftJoin(chargePointFiles, and(eq(kind, 'charger'), eq(chargePointFiles.id, fileId)))
    .where(and(eq(fileAddresses.tokenHash, tokenHash), gt(expiresAt, now)));
  return row;
}

/** Purges addresses that have expired. */
export async function purgeFileAddresses(tx: Tx, before: Date): Promise<void> {
  await tx.delete(fileAddresses).where(lt(fileAddresses.expiresAt, before));
}

/** Files that charge points were asked for before a time. The caller deletes each from the file store first. */
export async function listOldChargePointFiles(tx: Tx, before: Date): Promise<Pick<ChargePointFile, 'id' | 'sha256'>[]> {
  const { id, sha256, askedAt } = chargePointFiles;
  return tx.select({ id, sha256 }).from(chargePointFiles).where(lt(askedAt, before));
}

export async function purgeChargePointFiles(tx: Tx, ids: string[]): Promise<void> {
  await tx.delete(chargePointFiles).where(isAnyOf(chargePointFiles.id, ids));
}
