import { setTimeout as pause } from 'node:timers/promises';
import { operationRules } from '#adapters/ocpp/calls/operation-rules.ts';
import { hasTls } from '#config/charge-points-config.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { askCommand, findCommand, isUnanswered, listFollowUps, type Command } from '#modules/operations/index.ts';
import { hasBoughtSession } from '#modules/sessions/index.ts';
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command as CliCommand } from '../command.ts';

const WAIT_SECONDS = 60;
const POLL_EVERY_MS = 250;

export const chargersCommand: CliCommand = {
  name: 'chargers command',
  action: 'charger.command',
  summary: 'Sends any operation of OCPP 1.6 to a charger and shows the answer',
  help: `npm run bijli -- chargers command ID OPERATION ['{…}'] [--wait SECONDS] [--force]

The running server sends the command, such as: chargers command IN-PUNE-7 Reset '{"type":"Soft"}'. Operation and payload are those of
OCPP 1.6 and its security extension. requestId, reservationId, listVersion and chargingProfileId may be left out. The command shows the
charger's answer. The server follows an operation that takes longer, such as an update.

  --force  sends it even if it cuts a driver's charge short, deletes the last root certificate, or the charger may lack what a
           security profile needs
  --wait   how many seconds to wait for the answer, ${WAIT_SECONDS} by default`,

  parse(args) {
    const { values, positionals } = parseArguments(args, {
      wait: { type: 'string' },
      force: { type: 'boolean' },
    });
    const [chargePointId, operation, text = '{}', ...more] = positionals;
    if (!chargePointId || !operation || more.length > 0) throw new UsageError('Name a charger and an operation.');
    const payload = parsePayload(text);
    const seconds = Number(values.wait ?? WAIT_SECONDS);
    if (!(seconds >= 0 && seconds <= 3600)) throw new UsageError('--wait must be a number of seconds up to 3600.');
    return async ({ database, config, now, say, progress, record }) => {
      const request = { chargePointId, operation, payload, askedBy: 'command line', isForced: values.force, record };
      const ports = { operationRules, hasBoughtSession, hasTls: hasTls(config.chargePoints) };
      let command = await askCommand(database, ports, now, request);
      for (let waitedMs = 0; isUnanswered(command.state) && waitedMs < seconds * SECOND_MS; waitedMs += POLL_EVERY_MS) {
        progress(`${operation}: ${command.state}`);
        await pause(POLL_EVERY_MS);
        command = (await findCommand(database, command.id)) ?? command;
      }
      say(lineOf(command));
      if (command.answer !== null) say(JSON.stringify(command.answer));
      for (const { at, action, payload } of await listFollowUps(database, command.id))
        say(`${at.toISOString()} ${action} ${JSON.stringify(payload)}`);
      return command.state === 'done' || command.state === 'following' ? 0 : 1;
    };
  },
};

function parsePayload(text: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(text);
    if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return { ...payload };
  } catch {
    // The error below says what is wrong.
  }
  throw new UsageError(`The payload must be a JSON object such as '{"type":"Soft"}', not ${text}.`);
}

function lineOf({ id, operation, state, problem, errorCode }: Command): string {
  const why = [errorCode, problem].filter(Boolean).join(': ');
  const hint = state === 'asked' ? ' (is a server running?)' : '';
  return `${operation} ${id}: ${state.replace('_', ' ')}${why && `, ${why}`}${hint}`;
}
