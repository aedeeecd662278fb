import type { Config } from '#config/config.ts';
import type { Database, Tx } from '#db/database.ts';

/** What a command works with. */
export interface CommandContext {
  database: Database;
  config: Config;
  now: Date;
  /** Writes a line for the operator. */
  say(line: string): void;
  /** Replaces the line of progress, on a terminal only. */
  progress(line: string): void;
  /** Writes the audit's line into the transaction of the change; a command that does not has its line when it has ended. */
  record(tx: Tx): Promise<void>;
}

export interface Command {
  /** How it is called, such as `stations import`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What the audit calls it: of a command that changes something, and whose rule writes no line itself. */
  action?: string;
  /** The text of --help. */
  help: string;
  /** Reads the arguments before the database is opened. Throws UsageError. The task answers the exit code. */
  read(args: string[]): (context: CommandContext) => Promise<number>;
}

/** What a command works with that needs no database, or has none. */
export interface BareContext extends Pick<CommandContext, 'now' | 'say' | 'progress'> {
  env: Record<string, string | undefined>;
  /** Asks the operator; none where nobody can answer. */
  ask?: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
}

/** A command that works where there is no database yet, or no longer. */
export interface BareCommand extends Pick<Command, 'name' | 'summary' | 'help'> {
  readBare(args: string[]): (context: BareContext) => Promise<number>;
}
