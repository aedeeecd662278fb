import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommandState } from '@bijli/contract/charger-commands';
import { CHARGER_FILE_KINDS } from '@bijli/contract/operator-files';
import { chosenFileStore } from '#adapters/files/chosen-file-store.ts';
import { operationRules } from '#adapters/ocpp/calls/operation-rules.ts';
import { hasTls } from '#config/charge-points-config.ts';
import { pageOf } from '#db/pagination.ts';
import { systemClock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { createFiles, safeFileName, type Files } from '#modules/files/index.ts';
import { askCommand, findCommand, listFollowUps } from '#modules/operations/index.ts';
import { hasPaidCharge } from '#modules/sessions/index.ts';
import { neededArgument, onlyArgument, readArguments, readOptions, UsageError } from './arguments.ts';
import { recorder } from './audit-recorder.ts';
import type { Command, CommandContext } from './command.ts';
import { belowNewest, limitFrom } from './newest.ts';
import { utcSecond } from './utc-times.ts';

const LISTED = 50;
const WAIT_SECONDS = 120;
const POLL_EVERY_MS = 500;
/** The charge point has answered without a file name, so it has no log (OCPP 1.6, section 6.26). */
const NOTHING_TO_BRING = 'has nothing to upload';
const BROUGHT_ELSEWHERE = 'says that it has uploaded the file, but nothing has arrived';
/** States of a command after which no file arrives. */
const GIVEN_UP: ReadonlySet<string> = new Set<CommandState>(['failed', 'refused', 'error', 'timed_out']);

/** Creates the `files` module as the server does, except that it has no charge points to ask. */
function filesOf({ database, config, now }: CommandContext): Files {
  const ports = { rules: operationRules, hasPaidCharge, hasTls: hasTls(config.chargePoints) };
  return createFiles({
    database,
    clock: systemClock,
    files: chosenFileStore(config.files),
    commands: { ask: (request) => askCommand(database, ports, now, request) },
    operationRules,
    rules: config.files,
  });
}

const asking = (context: CommandContext, action: string) => ({
  askedBy: 'command line',
  record: recorder(context, action).record,
});

/** The key of a file, which is the last part of its URL or stands before its name. */
const keyIn = (url: string): string => /\/charger-files\/([\w-]+)/.exec(url)?.[1] ?? '';

export const firmwareAdd: Command = {
  name: 'firmware add',
  summary: 'Adds a firmware file for chargers',
  help: `npm run bijli -- firmware add FILE --version VERSION [--certificate FILE --signature FILE]

Stores the file under its own name in the server's file store (FILES_TO).

  --version      the manufacturer's version
  --certificate  the manufacturer's certificate, PEM
  --signature    the manufacturer's signature of the file, base64. With both, chargers get signed firmware and verify it themselves`,

  read(args) {
    const { values, positionals } = readArguments(args, {
      version: { type: 'string' },
      certificate: { type: 'string' },
      signature: { type: 'string' },
    });
    const file = onlyArgument(positionals, 'file');
    const version = neededArgument(values.version, 'version');
    const textOf = (path: string | undefined) => (path === undefined ? undefined : readFileSync(path, 'utf8').trim());
    const name = safeFileName(basename(file));
    return async (context) => {
      const files = filesOf(context);
      const made = {
        name,
        version,
        signingCertificate: textOf(values.certificate),
        signature: textOf(values.signature),
      };
      const { firmware, uploadUrl } = await files.addFirmware(made, asking(context, 'firmware.add'));
      const awaited = await files.expect(keyIn(uploadUrl));
      const sent = awaited.receive(name, createReadStream(file)).finally(awaited.leave);
      await sent.catch(async (error: unknown) => {
        await files.retireFirmware(firmware.id, recorder(context, 'firmware.retire').record);
        throw error;
      });
      context.say(`${firmware.id}  ${name} ${version}${made.signature === undefined ? '' : ', signed'}`);
      return 0;
    };
  },
};

export const firmwareList: Command = {
  name: 'firmware list',
  summary: 'Lists firmware files',
  help: `npm run bijli -- firmware list [--limit N]

Lists firmware, newest first: id, name, version, size, SHA-256.

  --limit  how many, ${LISTED} by default`,

  read(args) {
    const values = readOptions(args, { limit: { type: 'string' } });
    const limit = limitFrom(values.limit, LISTED);
    return async (context) => {
      const { rows } = await filesOf(context).listFirmware(pageOf({ limit: String(limit) }));
      for (const { id, name, version, bytes, sha256, signature, retiredAt } of rows) {
        const size = bytes === null ? 'file not yet uploaded' : `${bytes} bytes  ${sha256}`;
        const more = `${signature === null ? '' : '  signed'}${retiredAt ? `  retired ${utcSecond(retiredAt)}` : ''}`;
        context.say(`${id}  ${name} ${version}  ${size}${more}`);
      }
      context.say(belowNewest(rows.length, limit, 'firmware'));
      return 0;
    };
  },
};

export const firmwareRetire: Command = {
  name: 'firmware retire',
  summary: 'Retires a firmware and deletes its file',
  help: `npm run bijli -- firmware retire ID`,

  read(args) {
    const id = onlyArgument(readArguments(args, {}).positionals, 'firmware');
    return async (context) => {
      await filesOf(context).retireFirmware(id, recorder(context, 'firmware.retire').record);
      context.say(`${id} is retired.`);
      return 0;
    };
  },
};

export const chargersUpdate: Command = {
  name: 'chargers update',
  summary: 'Makes a charger fetch and install a firmware',
  help: `npm run bijli -- chargers update CHARGER FIRMWARE [--force]

FIRMWARE is an id of "firmware list". The running server sends the command. The operator's API shows the progress.

  --force  also while a driver charges there; the charger may reboot at once`,

  read(args) {
    const { values, positionals } = readArguments(args, { force: { type: 'boolean' } });
    const [chargePointId, firmwareId, ...more] = positionals;
    if (!chargePointId || !firmwareId || more.length > 0) throw new UsageError('Name a charger and a firmware.');
    return async (context) => {
      const files = filesOf(context);
      const by = { ...asking(context, 'charger.update-firmware'), isForced: values.force };
      const id = await files.updateFirmware(chargePointId, firmwareId, {}, by);
      context.say(`The server sends ${chargePointId} command ${id}.`);
      return 0;
    };
  },
};

export const chargersFetch: Command = {
  name: 'chargers fetch',
  summary: 'Makes a charger upload its diagnostics or a log, and saves the file',
  help: `npm run bijli -- chargers fetch CHARGER ${CHARGER_FILE_KINDS.join('|')} [--to FILE] [--wait SECONDS]

  diagnostics   every charger with OCPP 1.6 can upload these
  log           its log, if it supports the security extension
  security_log  its log of security events, if it supports the security extension

  --to    the file to write; by default the name that the charger gives it
  --wait  how many seconds to wait for it, ${WAIT_SECONDS} by default. The operator's API lists files that arrive later`,

  read(args) {
    const { values, positionals } = readArguments(args, { to: { type: 'string' }, wait: { type: 'string' } });
    const [chargePointId, word, ...more] = positionals;
    const kind = CHARGER_FILE_KINDS.find((one) => one === word);
    if (!chargePointId || !kind || more.length > 0)
      throw new UsageError(`Name a charger, and one of ${CHARGER_FILE_KINDS.join(', ')}.`);
    const seconds = Number(values.wait ?? WAIT_SECONDS);
    if (!(seconds >= 0 && seconds <= 3600)) throw new UsageError('--wait must be a number of seconds up to 3600.');
    return async (context) => {
      const files = filesOf(context);
      const { commandId, fileId } = await files.fetchFile(
        chargePointId,
        { kind },
        asking(context, 'charger.fetch-file'),
      );
      for (let waitedMs = 0; waitedMs < seconds * SECOND_MS; waitedMs += POLL_EVERY_MS) {
        // The command is read before the file, so that a file which the command reports as uploaded is there.
        const command = await findCommand(context.database, commandId);
        const there = await files.chargePointFile(chargePointId, fileId).catch((error: unknown) => {
          if (isRefusal(error)) return undefined;
          throw error;
        });
        if (there) {
          const { content, name, bytes } = await files.deliver(keyIn(there.url), () => undefined);
          await pipeline(content, createWriteStream(values.to ?? name, { flags: 'wx' }));
          context.say(`${values.to ?? name}: ${bytes} bytes`);
          return 0;
        }
        if (command?.state === 'done') {
          const follows = await listFollowUps(context.database, commandId);
          context.say(`${chargePointId} ${follows.length === 0 ? NOTHING_TO_BRING : BROUGHT_ELSEWHERE}.`);
          return follows.length === 0 ? 0 : 1;
        }
        if (command && GIVEN_UP.has(command.state)) {
          context.say(`${chargePointId} uploads nothing: ${command.problem ?? command.state}.`);
          return 1;
        }
        context.progress(`${chargePointId}: waiting for its ${kind}`);
        await pause(POLL_EVERY_MS);
      }
      context.say(`${chargePointId} has uploaded nothing yet.`);
      return 1;
    };
  },
};
