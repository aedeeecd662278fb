import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ChargerFileKind } from '@bijli/contract/operator-files';
import type { Database, Tx } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import { FILES_PATH } from '#http/file-path.ts';
import type { Recorder } from '#http/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { hashOf, newSecret } from '#kernel/ids.ts';
import type { Command, CommandRequest, OperationRules } from '#modules/operations/index.ts';
import { createComing, type Place } from './coming.ts';
import type { ByteRange, FileStore } from './file-store.ts';
import { refuse } from './files.failures.ts';
import * as store from './files.store.ts';
import { isSignedBy, MEGABYTE, clearIncoming, receiveFile, refuseTooLarge } from './receive-file.ts';

export type { ByteRange, FileStore } from './file-store.ts';
export type { ChargerFile, Firmware } from './files.store.ts';
export { harmlessName } from './receive-file.ts';

/** Of an address for staff. */
const STAFF_ADDRESS_MS = HOUR_MS;
/** Charge points bring files hours later, when their network is idle, and try again. */
const BRING_WITHIN_MS = 2 * DAY_MS;
/** From when they are to fetch it. */
const FETCH_WITHIN_MS = 7 * DAY_MS;

/** An update may be asked for that much ahead; what is later leads to an address that has ended by then. */
const MAX_AHEAD_MS = 366 * DAY_MS;
/** Of what is around a file in a form. */
const FORM_BYTES = MEGABYTE;

/** Where files go, and how much of them. */
export interface FilesRules {
  /** Before `FILES_PATH`, as charge points and staff reach it. */
  url: string;
  /** For what is coming. */
  incoming: string;
  maxMb: number;
  /** Of all together that are coming. */
  maxIncomingMb: number;
  chargerFileDays: number;
}

export interface FilesOptions {
  database: Database;
  clock: Clock;
  files: FileStore;
  commands: { ask(request: CommandRequest): Promise<Command> };
  operationRules: Pick<OperationRules, 'updating' | 'bringing'>;
  rules: FilesRules;
}

/** Who asks, and how the audit hears of it. */
export interface Asking {
  askedBy: string;
  deadlineAt?: Date | undefined;
  /** Also while a driver charges there. */
  isForced?: boolean | undefined;
  record: Recorder['record'];
}

export interface NewFirmware {
  name: string;
  version: string;
  signingCertificate?: string | undefined;
  signature?: string | undefined;
}

export interface Delivery {
  content: Readable;
  name: string;
  /** Of the whole file. */
  bytes: number;
}

/** One that is awaited. */
interface Awaited {
  receive(name: string, content: Readable): Promise<void>;
  /** Whatever became of it. */
  leave(): void;
}

export type Files = ReturnType<typeof createFiles>;

/**
 * Files between the operator and charge points: firmware, diagnostics, logs. Charge points know no sign-in for them, so that each is
 * fetched or brought by an address that nobody can guess, for one file and a while.
 */
export function createFiles({ database, clock, files, commands, operationRules, rules }: FilesOptions) {
  // By its content too: what comes at the same time and is refused leaves the file alone that was taken.
  const firmwareKey = (id: string, sha256: string | null): string => `firmware/${id}/${sha256}`;
  const chargerKey = (id: string, sha256: string | null): string => `charger/${id}-${sha256}`;
  const after = (ms: number, from = clock.now()): Date => new Date(from.getTime() + ms);

  /** The latest of these times, which an address is good from; those that nobody will see are no matter. */
  function from(...times: (Date | undefined)[]): Date {
    const now = clock.now();
    const latest = Math.max(...times.map((time) => time?.getTime() ?? 0), now.getTime());
    return new Date(Math.min(latest, now.getTime() + MAX_AHEAD_MS));
  }

  /** Makes an address; what it leads to is kept in the same transaction. */
  async function addressFor(tx: Tx, lead: Omit<store.FileAddress, 'tokenHash'>, key = newSecret()): Promise<string> {
    await store.insertAddress(tx, { ...lead, tokenHash: hashOf(key) });
    return `${rules.url}${FILES_PATH}/${key}`;
  }

  /** Throws file_unknown. */
  async function leadOf(key: string, direction: store.FileAddress['direction']) {
    const lead = await store.findAddress(database, hashOf(key), clock.now());
    return lead?.address.direction === direction ? lead : refuse('file_unknown');
  }

  async function takeFirmware(firmware: store.Firmware, content: Readable, place: Place): Promise<void> {
    if (firmware.bytes !== null) refuse('firmware_there');
    await receiveFile(content, { ...limits, place }, async ({ path, bytes, sha256 }) => {
      const { id, signature, signingCertificate } = firmware;
      if (signature !== null && !(await isSignedBy(path, signature, signingCertificate ?? '')))
        refuse('signature_wrong');
      const key = firmwareKey(id, sha256);
      await files.put(key, path);
      if (await store.firmwareStored(database, id, { bytes, sha256 })) return;
      const taken = await store.findFirmware(database, id);
      if (taken?.sha256 !== sha256) await files.remove(key);
      refuse('firmware_there');
    });
  }

  async function takeChargerFile(id: string, name: string, content: Readable, place: Place): Promise<void> {
    await receiveFile(content, { ...limits, place }, async ({ path, bytes, sha256 }) => {
      const key = chargerKey(id, sha256);
      await files.put(key, path);
      const before = await store.chargerFileStored(database, id, { bytes, sha256, name, storedAt: clock.now() });
      if (!before) {
        await files.remove(key);
        return refuse('file_unknown');
      }
      // It was brought again: the last one counts.
      if (before.sha256 !== null && before.sha256 !== sha256) await files.remove(chargerKey(id, before.sha256));
    });
  }

  const limits = { folder: rules.incoming, maxBytes: rules.maxMb * MEGABYTE };
  const coming = createComing(rules.maxIncomingMb * MEGABYTE);

  return {
    listFirmware: (page: Page) => store.listFirmware(database, page),
    listChargerFiles: (chargePointId: string, page: Page) => store.listChargerFiles(database, chargePointId, page),

    /** Its file comes to the address. Throws signature_incomplete. */
    async addFirmware(
      { name, version, signingCertificate, signature }: NewFirmware,
      { askedBy, record }: Asking,
    ): Promise<{ firmware: store.Firmware; uploadUrl: string }> {
      if ((signature === undefined) !== (signingCertificate === undefined)) refuse('signature_incomplete');
      return database.transaction(async (tx) => {
        const id = randomUUID();
        const added = { id, name, version, signingCertificate, signature, addedBy: askedBy, addedAt: clock.now() };
        const firmware = await store.insertFirmware(tx, added);
        const lead = { kind: 'firmware', direction: 'in', fileId: id, expiresAt: after(STAFF_ADDRESS_MS) } as const;
        const uploadUrl = await addressFor(tx, lead);
        await record(tx, { object: `firmware ${id}`, after: { name, version } });
        return { firmware, uploadUrl };
      });
    },

    /** Throws firmware_unknown. */
    async retireFirmware(id: string, record: Recorder['record']): Promise<void> {
      const retired = await database.transaction(async (tx) => {
        const row = (await store.retireFirmware(tx, id, clock.now())) ?? refuse('firmware_unknown');
        await record(tx, { object: `firmware ${id}` });
        return row;
      });
      await files.remove(firmwareKey(id, retired.sha256));
    },

    /** Answers the command by which the charge point was told. Throws firmware_unknown, firmware_not_there, and what `askCommand` does. */
    async updateFirmware(
      chargePointId: string,
      firmwareId: string,
      { retrieveAt = clock.now(), installAt }: { retrieveAt?: Date | undefined; installAt?: Date | undefined },
      { askedBy, deadlineAt, isForced, record }: Asking,
    ): Promise<string> {
      const firmware = (await store.findFirmware(database, firmwareId)) ?? refuse('firmware_unknown');
      if (firmware.bytes === null) refuse('firmware_not_there');
      const { name, version, signature, signingCertificate } = firmware;
      const key = newSecret();
      const { operation, payload } = operationRules.updating({
        location: `${rules.url}${FILES_PATH}/${key}/${name}`,
        retrieveAt,
        installAt,
        ...(signature !== null && signingCertificate !== null && { signed: { signature, signingCertificate } }),
      });
      const expiresAt = after(FETCH_WITHIN_MS, from(retrieveAt, deadlineAt));
      const { id } = await commands.ask({
        chargePointId,
        operation,
        payload,
        askedBy,
        deadlineAt,
        isForced,
        async record(tx, command) {
          await addressFor(tx, { kind: 'firmware', direction: 'out', fileId: firmwareId, expiresAt }, key);
          await record(tx, { after: { firmware: firmwareId, version, command: command.id } });
        },
      });
      return id;
    },

    /** Answers the command, and the file that is to come. Throws what `askCommand` does. */
    async fetchFile(
      chargePointId: string,
      wanted: { kind: ChargerFileKind; from?: Date | undefined; to?: Date | undefined },
      { askedBy, deadlineAt, record }: Asking,
    ): Promise<{ commandId: string; fileId: string }> {
      const [key, fileId] = [newSecret(), randomUUID()];
      const location = `${rules.url}${FILES_PATH}/${key}`;
      const { operation, payload } = operationRules.bringing({ ...wanted, location });
      const { kind } = wanted;
      const { id: commandId } = await commands.ask({
        chargePointId,
        operation,
        payload,
        askedBy,
        deadlineAt,
        async record(tx, command) {
          const askedAt = clock.now();
          await store.insertChargerFile(tx, { id: fileId, chargePointId, kind, commandId: command.id, askedAt });
          const expiresAt = after(BRING_WITHIN_MS, from(deadlineAt));
          await addressFor(tx, { kind: 'charger', direction: 'in', fileId, expiresAt }, key);
          await record(tx, { after: { kind, command: command.id } });
        },
      });
      return { commandId, fileId };
    },

    /** A file that a charge point was asked for, and its address for the next hour. Throws file_unknown, also where it is not there yet. */
    async chargerFile(chargePointId: string, id: string): Promise<{ file: store.ChargerFile; url: string }> {
      const file = await store.findChargerFile(database, chargePointId, id);
      if (!file?.storedAt) return refuse('file_unknown');
      const lead = { kind: 'charger', direction: 'out', fileId: id, expiresAt: after(STAFF_ADDRESS_MS) } as const;
      return { file, url: `${await addressFor(database, lead)}/${file.name ?? id}` };
    },

    /**
     * Before anything is read of what comes to an address; `bytes` are announced. Throws file_unknown, file_too_large, file_coming,
     * files_no_room; what it answers throws file_too_large, file_missing, files_no_room, firmware_there, signature_wrong.
     */
    async expect(key: string, bytes = 0): Promise<Awaited> {
      const { firmware, file } = await leadOf(key, 'in');
      if (bytes > limits.maxBytes + FORM_BYTES) refuseTooLarge(limits.maxBytes);
      const owner = file?.chargePointId ?? firmware?.id ?? refuse('file_unknown');
      const place = coming.enter({ address: hashOf(key), owner, bytes });
      return {
        leave: place.leave,
        async receive(name, content) {
          // While its beginning was read another may have come.
          const now = await leadOf(key, 'in');
          if (now.firmware) return takeFirmware(now.firmware, content, place);
          return now.file ? takeChargerFile(now.file.id, name, content, place) : refuse('file_unknown');
        },
      };
    },

    /** What lies at an address. Throws file_unknown. */
    async deliver(key: string, rangeOf: (bytes: number) => ByteRange | undefined): Promise<Delivery> {
      const { firmware, file } = await leadOf(key, 'out');
      const there = firmware ?? file;
      const [name, bytes] = [there?.name, there?.bytes];
      if (!there || typeof name !== 'string' || typeof bytes !== 'number') return refuse('file_unknown');
      const content = await files.open(
        firmware ? firmwareKey(firmware.id, firmware.sha256) : chargerKey(there.id, there.sha256),
        rangeOf(bytes),
      );
      return content ? { content, name, bytes } : refuse('file_unknown');
    },

    async purgeExpired(): Promise<void> {
      const now = clock.now();
      await store.purgeFileAddresses(database, now);
      const old = new Date(now.getTime() - rules.chargerFileDays * DAY_MS);
      const past = await store.listOldChargerFiles(database, old);
      for (const { id, sha256 } of past) await files.remove(chargerKey(id, sha256));
      await store.purgeChargerFiles(
        database,
        past.map(({ id }) => id),
      );
      await clearIncoming(rules.incoming, new Date(now.getTime() - DAY_MS));
    },
  };
}
