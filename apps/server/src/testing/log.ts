import { pino } from 'pino';

const MAX_LINES = 20;
const asked = process.env['TEST_LOG'];
const errors: string[] = [];

/**
 * The log of a test file's servers. With `TEST_LOG=info` it prints everything, else only the errors of a failed test.
 */
export const testLog = pino(
  { level: asked ?? 'error', serializers: { error: pino.stdSerializers.err } },
  { write: (line: string) => void (asked ? process.stderr.write(line) : errors.push(line)) },
);

/** Returns the errors since the last call. */
export const takeLoggedErrors = (): string[] => errors.splice(0);

/** Formats the first errors of a failed test. */
export function describeLoggedErrors(test: string, lines: string[]): string {
  const shown = lines.slice(0, MAX_LINES).map((line) => {
    const { msg, error } = JSON.parse(line) as { msg: string; error?: { message: string; stack?: string } };
    return `  ${msg}${error ? `: ${hintOf(error.message)}\n${(error.stack ?? '').split('\n').slice(1, 6).join('\n')}` : ''}`;
  });
  const more = lines.length > MAX_LINES ? `\n  and ${lines.length - MAX_LINES} more` : '';
  return `The server said while "${test}" ran:\n${shown.join('\n')}${more}\n`;
}

/** Adds advice for a table or column that PostgreSQL does not know: usually the migration was not generated. */
function hintOf(message: string): string {
  const isMissing = /(relation|column) .* does not exist/.test(message);
  return isMissing ? `${message} (is a migration missing? npm run db:generate)` : message;
}
