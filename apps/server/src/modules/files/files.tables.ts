import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ChargerFileKind } from '@bijli/contract/operator-files';
import { chargePoints } from '#modules/network/network.tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Firmware for charge points. The file is in the file store under `firmware/`, with its id and SHA-256. */
export const firmwareFiles = pgTable('firmware_files', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  /** The manufacturer's certificate in PEM and its signature in base64. Both or neither. */
  signingCertificate: text('signing_certificate'),
  signature: text('signature'),
  /** Null until the file is there. */
  bytes: bigint('bytes', { mode: 'number' }),
  sha256: text('sha256'),
  addedBy: text('added_by').notNull(),
  addedAt: at('added_at').notNull(),
  retiredAt: at('retired_at'),
});

/**
 * Files that charge points were asked to upload. The file is in the file store under `charger/`, with its id and
 * SHA-256.
 */
export const chargePointFiles = pgTable(
  'charger_files',
  {
    id: text('id').primaryKey(),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ChargerFileKind>().notNull(),
    commandId: text('command_id').notNull(),
    askedAt: at('asked_at').notNull(),
    /** The charge point's name for the file. This and the following are null until it is uploaded. */
    name: text('name'),
    bytes: bigint('bytes', { mode: 'number' }),
    sha256: text('sha256'),
    storedAt: at('stored_at'),
  },
  (t) => [
    index('charger_files_by_charger').on(t.chargePointId, t.askedAt),
    index('charger_files_by_age').on(t.askedAt),
  ],
);

/**
 * Addresses that nobody can guess, by the hash of their key. Each is for one file, one direction and a limited time.
 */
export const fileAddresses = pgTable(
  'file_addresses',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind').$type<'firmware' | 'charger'>().notNull(),
    direction: text('direction').$type<'in' | 'out'>().notNull(),
    fileId: text('file_id').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('file_addresses_by_end').on(t.expiresAt)],
);
