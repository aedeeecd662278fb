import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** A number by which a list names its rows. */
export const ROW_NUMBER = /^[1-9]\d{0,14}$/;

/** A mistake in how a command was called: told in one sentence, exit code 2. */
export class UsageError extends Error {}

/** Reads a command's arguments by node:util's parseArgs. Throws UsageError. */
export function readArguments<O extends Options>(args: string[], options: O) {
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

/** The one argument of a command that has no name, in its form. `what` says which is missing. Throws UsageError. */
export function onlyArgument(positionals: string[], what: string, form = /./s): string {
  const [only = '', ...more] = positionals;
  if (!form.test(only) || more.length > 0) throw new UsageError(`Name one ${what}.`);
  return only;
}

/** An option that must be given. Throws UsageError. */
export function neededArgument(value: string | undefined, name: string): string {
  if (!value) throw new UsageError(`--${name} is missing.`);
  return value;
}
