import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** A number that identifies a row of a list. */
export const ROW_NUMBER = /^[1-9]\d{0,14}$/;

/** A mistake in how a command was called. The command prints its sentence and exits with code 2. */
export class UsageError extends Error {}

/** Reads a command's arguments with parseArgs of node:util. Throws UsageError. */
export function parseArguments<O extends Options>(args: string[], options: O) {
  try {
    return parseArgs({
      args,
      options: { ...options, help: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/**
 * Reads the options of a command that takes nothing else, so that a forgotten `--station` lists not everything. Throws
 * UsageError.
 */
export function parseOptions<O extends Options>(args: string[], options: O) {
  const { values, positionals } = parseArguments(args, options);
  const [surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is not understood: this command takes only options.`);
  return values;
}

/**
 * Returns the only positional argument of a command. `what` names it if it is missing or has not this form. Throws
 * UsageError.
 */
export function onlyArgument(positionals: string[], what: string, form = /./s): string {
  const [only = '', ...more] = positionals;
  if (!form.test(only) || more.length > 0) throw new UsageError(`Name one ${what}.`);
  return only;
}

/** Returns an option that is required. Throws UsageError. */
export function neededArgument(value: string | undefined, name: string): string {
  if (!value) throw new UsageError(`--${name} is missing.`);
  return value;
}
