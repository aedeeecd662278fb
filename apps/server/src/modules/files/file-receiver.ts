import type { Readable } from 'node:stream';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { FileStore } from './file-store.ts';
import { refuse } from './files.refusals.ts';
import * as store from './files.store.ts';
import { isSignedBy, receiveFile } from './receive-file.ts';
import type { UploadSlot } from './upload-slots.ts';

// The key includes the content's hash, so that a refused upload at the same time does not overwrite an accepted file.
export const firmwareKey = (id: string, sha256: string | null): string => `firmware/${id}/${sha256}`;
export const uploadKey = (id: string, sha256: string | null): string => `charger/${id}-${sha256}`;

interface FileReceiverOptions {
  database: Database;
  clock: Clock;
  files: FileStore;
  limits: { folder: string; maxBytes: number };
}

/** Stores the file that is uploaded to an address, and records that it is there. */
export function createFileReceiver({ database, clock, files, limits }: FileReceiverOptions) {
  return {
    async takeFirmware(firmware: store.Firmware, content: Readable, slot: UploadSlot): Promise<void> {
      if (firmware.bytes !== null) refuse('firmware_there');
      await receiveFile(content, { ...limits, slot }, async ({ path, bytes, sha256 }) => {
        const { id, signature, signingCertificate } = firmware;
        if (signature !== null && !(await isSignedBy(path, signature, signingCertificate ?? '')))
          refuse('signature_wrong');
        const key = firmwareKey(id, sha256);
        await files.put(key, path);
        if (await store.saveFirmwareFile(database, id, { bytes, sha256 })) return;
        const taken = await store.findFirmware(database, id);
        if (taken?.sha256 !== sha256) await files.remove(key);
        refuse('firmware_there');
      });
    },

    async takeChargePointFile(id: string, name: string, content: Readable, slot: UploadSlot): Promise<void> {
      await receiveFile(content, { ...limits, slot }, async ({ path, bytes, sha256 }) => {
        const key = uploadKey(id, sha256);
        await files.put(key, path);
        const before = await store.saveUploadedFile(database, id, { bytes, sha256, name, storedAt: clock.now() });
        if (!before) {
          await files.remove(key);
          return refuse('file_unknown');
        }
        // The file was uploaded again. The last upload counts.
        if (before.sha256 !== null && before.sha256 !== sha256) await files.remove(uploadKey(id, before.sha256));
      });
    },
  };
}
