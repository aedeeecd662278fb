import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { onlyArgument, parseArguments, UsageError } from './arguments.ts';

/** Reads the one file that a command imports, and whether the command only checks its rows. Throws `UsageError`. */
export function readImport(args: string[], what: string): { rows: unknown[]; isDryRun: boolean } {
  const { values, positionals } = parseArguments(args, { 'dry-run': { type: 'boolean' } });
  const file = onlyArgument(positionals, 'file to import');
  return { rows: readRows(file, what), isDryRun: values['dry-run'] === true };
}

/** Reads a CSV file with a heading row, or a JSON file that is a list. An error names the rows by `what`. */
function readRows(file: string, what: string): unknown[] {
  try {
    const text = readFileSync(file, 'utf8');
    if (/\.csv$/i.test(file)) return parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true });
    const contents: unknown = JSON.parse(text);
    if (Array.isArray(contents)) return contents;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`${file} holds no list of ${what}.`);
}
