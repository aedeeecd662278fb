import { resolve } from 'node:path';
import { parseConfig } from '#config/config.ts';
import type { Database, Tx } from '#db/database.ts';
import { databaseBeforeStart } from '#db/embedded/embedded.ts';
import { systemClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { redactAddresses, SECRET_KEY } from '#modules/operations/index.ts';
import { UsageError } from './arguments.ts';
import { auditCommand } from './audit-recorder.ts';
import type { BareCommand, Command, CommandContext } from './command.ts';
import { COMMANDS } from './commands/all-commands.ts';
import { withDatabase } from './open-database.ts';
import { sentenceFor } from './sentence-for.ts';

const MAX_LOGGED_ARGUMENTS_LENGTH = 200;

export interface Terminal {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** True if a line can be overwritten. */
  isInteractive: boolean;
  /** Asks the operator. Undefined if nobody can answer. */
  ask?: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
}

/** Runs one command. The exit code is 0 if it is done, 1 if it failed or found problems, 2 if it was not understood. */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  const { out, err } = terminal;
  const words = args.filter((arg, index) => !asksForHelp(arg, index));
  const isHelp = words.length < args.length;
  const command = COMMANDS.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
  if (!command) {
    const of = commandsOf(words[0]);
    const isAsked = words.length === 0 || (words.length === 1 && isHelp && of.length > 0);
    if (!isAsked) err(`There is no command "${words.slice(0, 2).join(' ')}".\n\n`);
    (isAsked ? out : err)(listOf(of.length > 0 ? of : COMMANDS));
    return isAsked ? 0 : 2;
  }
  if (isHelp) {
    out(`${command.help}\n`);
    return 0;
  }
  const rest = words.slice(command.name.split(' ').length);
  try {
    const now = systemClock.now();
    const say = (line: string): void => out(`${terminal.isInteractive ? '\r\x1b[K' : ''}${line}\n`);
    const progress = (line: string): void => (terminal.isInteractive ? out(`\r\x1b[K${line}`) : undefined);
    if ('parseBare' in command)
      return await command.parseBare(rest)({ env: terminal.env, now, say, progress, ask: terminal.ask });
    const task = command.parse(rest);
    const config = parseConfig(terminal.env);
    if (config.databaseUrl === undefined) err(databaseNotice(config.dataDir));
    // Standard output belongs to the answer of the command, so only errors are logged.
    const log = createLog('error');
    return await withDatabase(config, log, (database) => {
      const work = (record: CommandContext['record']) => task({ database, config, now, say, progress, record });
      return command.action === undefined
        ? work(async () => undefined)
        : audited(database, { action: command.action, args: rest, now }, work);
    });
  } catch (error) {
    err(`${sentenceFor(error)}\n`);
    if (error instanceof UsageError) err(`\n${command.help}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** What a command without a server does to the embedded database before its work, if anything. */
function databaseNotice(dataDir: string): string {
  const folder = resolve(dataDir);
  switch (databaseBeforeStart(dataDir)) {
    case 'made':
      return `There is no database in ${folder} yet. A new, empty one is made there.\n`;
    case 'restored':
      return `A restore was interrupted while it took its place in ${folder}. It is being finished, and then the restored database is used.\n`;
    default:
      return '';
  }
}

/** `--help` and `-h` ask for it at any place, `help` as the first word. */
const asksForHelp = (arg: string, index: number) => ['--help', '-h'].includes(arg) || (index === 0 && arg === 'help');

/**
 * Runs a command that changes something. The audit gets its outcome in the transaction of the change, or else at the
 * end.
 */
async function audited(
  database: Database,
  { action, args, now }: { action: string; args: string[]; now: Date },
  work: (record: CommandContext['record']) => Promise<number>,
): Promise<number> {
  let isRecorded = false;
  const write = (
    outcome: 'done' | 'refused' | 'failed',
    code: string | null = null,
    tx: Tx = database,
  ): Promise<void> => auditCommand(tx, { at: now, action, object: redactArguments(args), outcome, code });
  const record = async (tx: Tx) => {
    await write('done', null, tx);
    isRecorded = true;
  };
  const exitCode = await work(record).catch(async (error: unknown) => {
    await (isRefusal(error) ? write('refused', error.code) : write('failed'));
    throw error;
  });
  if (!isRecorded) await write(exitCode === 0 ? 'done' : 'failed');
  return exitCode;
}

/**
 * Returns the arguments of a command without secrets: options that are named so, and secret values that are sent to a
 * charge point.
 */
function redactArguments(args: string[]): string {
  const texts = args.map((arg, index) => {
    const isSecret = args[index - 1] === '--secret' || (/^\s*\{/.test(arg) && SECRET_KEY.test(arg));
    return isSecret ? '…' : redactAddresses(arg).replace(/^--secret=.*/s, '--secret=…');
  });
  return texts.join(' ').slice(0, MAX_LOGGED_ARGUMENTS_LENGTH);
}

/** The commands whose first word this is. */
const commandsOf = (word: string | undefined) => COMMANDS.filter(({ name }) => name.split(' ')[0] === word);

function listOf(commands: readonly (Command | BareCommand)[]): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(22)}${summary}`);
  return `npm run bijli -- COMMAND [--help]\n\n${lines.join('\n')}\n`;
}
