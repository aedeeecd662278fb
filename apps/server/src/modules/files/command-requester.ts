import type { Database } from '#db/database.ts';
import type { Recorder } from '#http/calls/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Command, CommandRequest, OperationRules } from '#modules/operations/index.ts';
import type { FileStore } from './file-store.ts';

/** Who requests a command, and how it is recorded in the audit. */
export interface CommandRequester {
  askedBy: string;
  deadlineAt?: Date | undefined;
  /** Sends the command even while a driver charges there. */
  isForced?: boolean | undefined;
  record: Recorder['record'];
}

/** What is needed to build a command about files with these rules. */
export interface CommandOptions<Rule extends keyof OperationRules> {
  database: Database;
  clock: Clock;
  files: FileStore;
  commands: CommandsForFiles;
  operationRules: Pick<OperationRules, Rule>;
}

/** Sends commands about files to charge points. */
export interface CommandsForFiles {
  ask(request: CommandRequest): Promise<Command>;
}
