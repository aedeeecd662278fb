import { randomUUID } from 'node:crypto';
import type { Page } from '#db/pagination.ts';
import type { Recorder } from '#http/calls/operator.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { newSecret } from '#kernel/ids.ts';
import { STAFF_ADDRESS_MS, type Addresses } from './addresses.ts';
import type { CommandOptions, CommandRequester } from './command-requester.ts';
import { firmwareKey } from './file-receiver.ts';
import { refuse } from './files.refusals.ts';
import * as store from './files.store.ts';

/** How long a download URL is valid. */
const FETCH_WITHIN_MS = 7 * DAY_MS;

interface NewFirmware {
  name: string;
  version: string;
  signingCertificate?: string | undefined;
  signature?: string | undefined;
}

/** Firmware of the operator, and the updates with it. */
export function createFirmware(
  { database, clock, files, commands, operationRules }: CommandOptions<'firmwareUpdate'>,
  { urlOf, endOf, addressFor }: Addresses,
) {
  return {
    listFirmware: (page: Page) => store.listFirmware(database, page),

    /** Adds firmware, whose file is uploaded to the returned URL. Throws signature_incomplete. */
    async addFirmware(
      { name, version, signingCertificate, signature }: NewFirmware,
      { askedBy, record }: CommandRequester,
    ): Promise<{ firmware: store.Firmware; uploadUrl: string }> {
      if ((signature === undefined) !== (signingCertificate === undefined)) refuse('signature_incomplete');
      return database.transaction(async (tx) => {
        const id = randomUUID();
        const added = { id, name, version, signingCertificate, signature, addedBy: askedBy, addedAt: clock.now() };
        const firmware = await store.insertFirmware(tx, added);
        const target = { kind: 'firmware', direction: 'in', fileId: id, expiresAt: endOf(STAFF_ADDRESS_MS) } as const;
        const uploadUrl = await addressFor(tx, target);
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

    /**
     * Returns the command that tells the charge point. Throws firmware_unknown, firmware_not_there, and what
     * `askCommand` does.
     */
    async updateFirmware(
      chargePointId: string,
      firmwareId: string,
      { retrieveAt = clock.now(), installAt }: { retrieveAt?: Date | undefined; installAt?: Date | undefined },
      { askedBy, deadlineAt, isForced, record }: CommandRequester,
    ): Promise<string> {
      const firmware = (await store.findFirmware(database, firmwareId)) ?? refuse('firmware_unknown');
      if (firmware.bytes === null) refuse('firmware_not_there');
      const { name, version, signature, signingCertificate } = firmware;
      const key = newSecret();
      const { operation, payload } = operationRules.firmwareUpdate({
        location: `${urlOf(key)}/${name}`,
        retrieveAt,
        installAt,
        ...(signature !== null && signingCertificate !== null && { signed: { signature, signingCertificate } }),
      });
      const expiresAt = endOf(FETCH_WITHIN_MS, retrieveAt, deadlineAt);
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
  };
}
