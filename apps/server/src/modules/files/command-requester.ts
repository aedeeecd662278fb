import type { Recorder } from '#http/operator.ts';
import type { Command, CommandRequest } from '#modules/operations/index.ts';

/** Who asks, and how the audit hears of it. */
export interface CommandRequester {
  askedBy: string;
  deadlineAt?: Date | undefined;
  /** Also while a driver charges there. */
  isForced?: boolean | undefined;
  record: Recorder['record'];
}

/** By which charge points are told of files. */
export interface CommandsForFiles {
  ask(request: CommandRequest): Promise<Command>;
}
