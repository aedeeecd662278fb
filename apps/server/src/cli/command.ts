import type { Config } from '#config/config.ts';
import type { Database, Tx } from '#db/database.ts';

/** What a command gets. */
export interface CommandContext {
  database: Database;
  config: Config;
  now: Date;
  /** Writes a line for the operator. */
  say(line: string): void;
  /** Replaces the line of progress, on a terminal only. */
  progress(line: string): void;
  /** Writes the audit line in the transaction of the change. If a command does not call it, the line is written at its end. */
  record(tx: Tx): Promise<void>;
}

export interface Command {
  /** Such as `stations import`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Its name in the audit, if it changes something and its rule writes no line itself. */
  action?: string;
  /** The text of --help. */
  help: string;
  /** Reads the arguments before the database is opened. Throws UsageError. The task returns the exit code. */
  read(args: string[]): (context: CommandContext) => Promise<number>;
}

/** What a command without a database gets. */
export interface BareContext extends Pick<CommandContext, 'now' | 'say' | 'progress'> {
  env: Record<string, string | undefined>;
  /** Asks the operator; undefined if nobody can answer. */
  ask?: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
}

/** A command that works without a database. */
export interface BareCommand extends Pick<Command, 'name' | 'summary' | 'help'> {
  readBare(args: string[]): (context: BareContext) => Promise<number>;
}
