import { randomUUID } from 'node:crypto';
import type { ChargerFileKind } from '@bijli/contract/operator-files';
import type { Page } from '#db/pagination.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { newSecret } from '#kernel/ids.ts';
import { STAFF_ADDRESS_MS, type Addresses } from './addresses.ts';
import type { CommandOptions, CommandRequester } from './command-requester.ts';
import { uploadKey } from './file-receiver.ts';
import { refuse } from './files.refusals.ts';
import * as store from './files.store.ts';

/** Charge points may upload files hours later, when their network is idle, and try again. */
const BRING_WITHIN_MS = 2 * DAY_MS;

/** Diagnostics and logs that charge points upload on request. */
export function createChargePointFiles(
  { database, clock, files, commands, operationRules }: CommandOptions<'logUpload'>,
  { urlOf, endOf, addressFor }: Addresses,
) {
  return {
    listChargePointFiles: (chargePointId: string, page: Page) =>
      store.listChargePointFiles(database, chargePointId, page),

    /** Asks a charge point for a file. Returns the command and the file's id. Throws what `askCommand` does. */
    async fetchFile(
      chargePointId: string,
      wanted: { kind: ChargerFileKind; from?: Date | undefined; to?: Date | undefined },
      { askedBy, deadlineAt, record }: CommandRequester,
    ): Promise<{ commandId: string; fileId: string }> {
      const key = newSecret();
      const fileId = randomUUID();
      const location = urlOf(key);
      const { operation, payload } = operationRules.logUpload({ ...wanted, location });
      const { kind } = wanted;
      const { id: commandId } = await commands.ask({
        chargePointId,
        operation,
        payload,
        askedBy,
        deadlineAt,
        async record(tx, command) {
          const askedAt = clock.now();
          await store.insertChargePointFile(tx, { id: fileId, chargePointId, kind, commandId: command.id, askedAt });
          const expiresAt = endOf(BRING_WITHIN_MS, deadlineAt);
          await addressFor(tx, { kind: 'charger', direction: 'in', fileId, expiresAt }, key);
          await record(tx, { after: { kind, command: command.id } });
        },
      });
      return { commandId, fileId };
    },

    /**
     * A file that a charge point has uploaded, and its address for the next hour. Throws file_unknown, also if it is
     * not uploaded yet.
     */
    async chargePointFile(chargePointId: string, id: string): Promise<{ file: store.ChargePointFile; url: string }> {
      const file = await store.findChargePointFile(database, chargePointId, id);
      if (!file?.storedAt) return refuse('file_unknown');
      const target = { kind: 'charger', direction: 'out', fileId: id, expiresAt: endOf(STAFF_ADDRESS_MS) } as const;
      return { file, url: `${await addressFor(database, target)}/${file.name ?? id}` };
    },

    /** Deletes older files with their contents. */
    async purgeChargePointFiles(before: Date): Promise<void> {
      const past = await store.listOldChargePointFiles(database, before);
      for (const { id, sha256 } of past) await files.remove(uploadKey(id, sha256));
      await store.purgeChargePointFiles(
        database,
        past.map(({ id }) => id),
      );
    },
  };
}
