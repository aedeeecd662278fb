import { pino } from 'pino';

const MAX_LINES = 20;
const asked = process.env['TEST_LOG'];
const errors: string[] = [];

/** What the servers of a test file log: with `TEST_LOG=info` all of it, else the errors of a test that fails, beside its failure. */
export const testLog = pino(
  { level: asked ?? 'error', serializers: { error: pino.stdSerializers.err } },
  { write: (line: string) => void (asked ? process.stderr.write(line) : errors.push(line)) },
);

/** What was said since this was asked last. */
export const takeLoggedErrors = (): string[] => errors.splice(0);

/** The first errors of a failed test, for a person to read. */
export function describeLoggedErrors(test: string, lines: string[]): string {
  const shown = lines.slice(0, MAX_LINES).map((line) => {
    const { msg, error } = JSON.parse(line) as { msg: string; error?: { message: string; stack?: string } };
    return `  ${msg}${error ? `: ${hintOf(error.message)}\n${(error.stack ?? '').split('\n').slice(1, 6).join('\n')}` : ''}`;
  });
  const more = lines.length > MAX_LINES ? `\n  and ${lines.length - MAX_LINES} more` : '';
  return `The server said while "${test}" ran:\n${shown.join('\n')}${more}\n`;
}

/** PostgreSQL does not know a table or column that the code does: as a rule a migration was not made. */
function hintOf(message: string): string {
  const isMissing = /(relation|column) .* does not exist/.test(message);
  return isMissing ? `${message} (is a migration missing? npm run db:generate)` : message;
}
