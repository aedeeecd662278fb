import type { Readable } from 'node:stream';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import { createAddresses } from './addresses.ts';
import { createChargePointFiles } from './charge-point-files.ts';
import type { CommandOptions } from './command-requester.ts';
import { uploadKey, createFileReceiver, firmwareKey } from './file-receiver.ts';
import type { ByteRange } from './file-store.ts';
import { refuse } from './files.refusals.ts';
import * as store from './files.store.ts';
import { createFirmware } from './firmware.ts';
import { MEGABYTE, clearIncoming, refuseTooLarge } from './receive-file.ts';
import { createUploadSlots } from './upload-slots.ts';

export type { ByteRange, FileStore } from './file-store.ts';
export type { ChargePointFile, Firmware } from './files.store.ts';
export { safeFileName } from './receive-file.ts';

/** An upload that was last written before this is abandoned. */
const ABANDONED_MS = 2 * HOUR_MS;
/**
 * For this long after firmware was retired, the store is asked again to delete its file, in case it was unavailable.
 */
const RETIRED_ASKED_MS = 30 * DAY_MS;
/** Allowance for the form around a file. */
const FORM_BYTES = MEGABYTE;

/** Where files are stored, and their limits. */
export interface FilesRules {
  /** The address before `FILES_PATH`, for charge points and staff. */
  url: string;
  /** The folder of uploads in progress. */
  incoming: string;
  maxMb: number;
  /** All uploads in progress together. */
  maxIncomingMb: number;
  chargePointFileDays: number;
}

export interface FilesOptions extends CommandOptions<'firmwareUpdate' | 'logUpload'> {
  rules: FilesRules;
}

export interface SentFile {
  content: Readable;
  name: string;
  /** Size of the whole file. */
  bytes: number;
}

/** An upload that may begin. */
interface ExpectedUpload {
  receive(name: string, content: Readable): Promise<void>;
  /** Must be called at the end, whatever the outcome. */
  leave(): void;
}

export type Files = ReturnType<typeof createFiles>;

/**
 * Files between the operator and charge points: firmware, diagnostics, logs. Charge points cannot sign in for them, so
 * each file has an address that nobody can guess and that expires.
 */
export function createFiles(options: FilesOptions) {
  const { database, clock, files, rules } = options;
  const limits = { folder: rules.incoming, maxBytes: rules.maxMb * MEGABYTE };
  const uploadSlots = createUploadSlots({ maxBytes: rules.maxIncomingMb * MEGABYTE, maxFileBytes: limits.maxBytes });
  const addresses = createAddresses({ database, clock, url: rules.url });
  const { findTarget } = addresses;
  const { takeFirmware, takeChargePointFile } = createFileReceiver({ database, clock, files, limits });
  const { purgeChargePointFiles, ...chargePointFiles } = createChargePointFiles(options, addresses);

  return {
    ...createFirmware(options, addresses),
    ...chargePointFiles,

    /**
     * Checks an upload before its content is read. Throws file_unknown, file_too_large, file_coming, files_no_room.
     * `receive` of the result throws file_too_large, file_missing, files_no_room, firmware_there, signature_wrong.
     */
    async expectUpload(key: string, announced = 0): Promise<ExpectedUpload> {
      const { firmware, file } = await findTarget(key, 'in');
      if (announced > limits.maxBytes + FORM_BYTES) refuseTooLarge(limits.maxBytes);
      const owner = file?.chargePointId ?? firmware?.id ?? refuse('file_unknown');
      // The announced size of a form is larger than its file.
      const fileBytes = Math.min(announced, limits.maxBytes);
      const slot = uploadSlots.enter({ address: hashOf(key), owner, announced: fileBytes });
      return {
        leave: slot.leave,
        async receive(name, content) {
          // Another upload may have arrived meanwhile.
          const now = await findTarget(key, 'in');
          if (now.firmware) return takeFirmware(now.firmware, content, slot);
          return now.file ? takeChargePointFile(now.file.id, name, content, slot) : refuse('file_unknown');
        },
      };
    },

    /** The file at an address. Throws file_unknown. */
    async deliver(key: string, rangeOf: (bytes: number) => ByteRange | undefined): Promise<SentFile> {
      const { firmware, file } = await findTarget(key, 'out');
      const there = firmware ?? file;
      const name = there?.name;
      const bytes = there?.bytes;
      if (!there || typeof name !== 'string' || typeof bytes !== 'number') return refuse('file_unknown');
      const content = await files.open(
        firmware ? firmwareKey(firmware.id, firmware.sha256) : uploadKey(there.id, there.sha256),
        rangeOf(bytes),
      );
      return content ? { content, name, bytes } : refuse('file_unknown');
    },

    async purgeExpired(): Promise<void> {
      const now = clock.now();
      await store.purgeFileAddresses(database, now);
      // Files on this machine first, because a bucket may be unavailable.
      const abandoned = new Date(now.getTime() - ABANDONED_MS);
      await clearIncoming(rules.incoming, abandoned);
      await files.purgeAbandonedUploads(abandoned);
      const retired = await store.listRetiredFirmware(database, new Date(now.getTime() - RETIRED_ASKED_MS));
      for (const { id, sha256 } of retired) await files.remove(firmwareKey(id, sha256));
      await purgeChargePointFiles(new Date(now.getTime() - rules.chargePointFileDays * DAY_MS));
    },
  };
}
