import type { Config } from '#config/config.ts';
import type { Database, Tx } from '#db/database.ts';

/** What a command gets to work with. */
export interface CommandContext {
  database: Database;
  config: Config;
  now: Date;
  /** Prints a line for the operator. */
  say(line: string): void;
  /** Replaces the line that shows progress. It prints only on a terminal. */
  progress(line: string): void;
  /**
   * Writes the audit line in the transaction of the change. If a command does not call it, the line is written when the
   * command ends.
   */
  record(tx: Tx): Promise<void>;
}

export interface Command {
  /** The words after `bijli`, such as `stations import`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** The command's name in the audit, if it changes something and no rule writes the audit line. */
  action?: string;
  /** The text that --help prints. */
  help: string;
  /**
   * Parses the arguments before the database is opened, and throws UsageError. The task that it returns resolves to the
   * exit code.
   */
  parse(args: string[]): (context: CommandContext) => Promise<number>;
}

/** What a command without a database gets to work with. */
export interface BareContext extends Pick<CommandContext, 'now' | 'say' | 'progress'> {
  env: Record<string, string | undefined>;
  /** Asks the operator. Undefined if nobody can answer. */
  ask?: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
}

/** A command that works without a database. */
export interface BareCommand extends Pick<Command, 'name' | 'summary' | 'help'> {
  parseBare(args: string[]): (context: BareContext) => Promise<number>;
}
