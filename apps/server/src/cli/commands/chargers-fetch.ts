import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommandState } from '@bijli/contract/operator-commands';
import { CHARGER_FILE_KINDS } from '@bijli/contract/operator-files';
import { SECOND_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { findCommand, listFollowUps } from '#modules/operations/index.ts';
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { openFiles, askedHere, keyIn } from '../open-files.ts';

const WAIT_SECONDS = 120;

const POLL_EVERY_MS = 500;

/** The charge point has answered without a file name, so it has no log (OCPP 1.6, section 6.26). */
const NOTHING_TO_BRING = 'has nothing to upload';

const BROUGHT_ELSEWHERE = 'says that it has uploaded the file, but nothing has arrived';

/** States of a command after which no file arrives. */
const GIVEN_UP: ReadonlySet<string> = new Set<CommandState>(['failed', 'refused', 'error', 'timed_out']);

export const chargersFetch: Command = {
  name: 'chargers fetch',
  summary: 'Makes a charger upload its diagnostics or a log, and saves the file',
  help: `npm run bijli -- chargers fetch CHARGER ${CHARGER_FILE_KINDS.join('|')} [--to FILE] [--wait SECONDS]

  diagnostics   every charger with OCPP 1.6 can upload these
  log           its log, if it supports the security extension
  security_log  its log of security events, if it supports the security extension

  --to    the file to write; by default the name that the charger gives it
  --wait  how many seconds to wait for it, ${WAIT_SECONDS} by default. The operator's API lists files that arrive later`,

  parse(args) {
    const { values, positionals } = parseArguments(args, { to: { type: 'string' }, wait: { type: 'string' } });
    const [chargePointId, word, ...more] = positionals;
    const kind = CHARGER_FILE_KINDS.find((one) => one === word);
    if (!chargePointId || !kind || more.length > 0)
      throw new UsageError(`Name a charger, and one of ${CHARGER_FILE_KINDS.join(', ')}.`);
    const seconds = Number(values.wait ?? WAIT_SECONDS);
    if (!(seconds >= 0 && seconds <= 3600)) throw new UsageError('--wait must be a number of seconds up to 3600.');
    return async (context) => {
      const files = openFiles(context);
      const { commandId, fileId } = await files.fetchFile(
        chargePointId,
        { kind },
        askedHere(context, 'charger.fetch-file'),
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
