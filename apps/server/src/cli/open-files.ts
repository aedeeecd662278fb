import { chosenFileStore } from '#adapters/files/chosen-file-store.ts';
import { operationRules } from '#adapters/ocpp/calls/operation-rules.ts';
import { hasTls } from '#config/charge-points-config.ts';
import { systemClock } from '#kernel/clock.ts';
import { createFiles, type Files } from '#modules/files/index.ts';
import { askCommand } from '#modules/operations/index.ts';
import { hasBoughtSession } from '#modules/sessions/index.ts';
import { recorder } from './audit-recorder.ts';
import type { CommandContext } from './command.ts';

/** Creates the `files` module as the server does, except that it has no charge points to ask. */
export function openFiles({ database, config, now }: CommandContext): Files {
  const ports = { operationRules, hasBoughtSession, hasTls: hasTls(config.chargePoints) };
  return createFiles({
    database,
    clock: systemClock,
    files: chosenFileStore(config.files),
    commands: { ask: (request) => askCommand(database, ports, now, request) },
    operationRules,
    rules: config.files,
  });
}

/** Says who asks a charge point, and writes the audit under this action. */
export const askedHere = (context: CommandContext, action: string) => ({
  askedBy: 'command line',
  record: recorder(context, action).record,
});

/** The key of a file, which is the last part of its URL or stands before its name. */
export const keyIn = (url: string): string => /\/charger-files\/([\w-]+)/.exec(url)?.[1] ?? '';
