import type { Database } from '#db/database.ts';
import type { Recorder } from '#http/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Command, CommandRequest, OperationRules } from '#modules/operations/index.ts';
import type { FileStore } from './file-store.ts';

/** Who asks, and how the audit hears of it. */
export interface CommandRequester {
  askedBy: string;
  deadlineAt?: Date | undefined;
  /** Also while a driver charges there. */
  isForced?: boolean | undefined;
  record: Recorder['record'];
}

/** What it takes to tell charge points of files, by these rules. */
export interface CommandOptions<Rule extends keyof OperationRules> {
  database: Database;
  clock: Clock;
  files: FileStore;
  commands: CommandsForFiles;
  operationRules: Pick<OperationRules, Rule>;
}

/** By which charge points are told of files. */
export interface CommandsForFiles {
  ask(request: CommandRequest): Promise<Command>;
}
