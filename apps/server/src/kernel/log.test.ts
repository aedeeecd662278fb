import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createLog } from './log.ts';

test('a failed statement is logged with its reason and without its values [OPS-15]', async () => {
  const database = await testDatabase();
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  for (const key of ['err', 'error']) {
    await database
      .execute(sql`insert into drivers (mobile, created_at) values (${'9812345678'}, null)`)
      .catch((error: unknown) => log.error({ [key]: error }, 'it failed'));
  }
  log.error({ err: new Error('something else') }, 'it failed');
  expect(lines).toHaveLength(3);
  for (const line of lines.slice(0, 2)) {
    expect(line).toMatch(/insert into drivers.*violates not-null constraint.*23502/);
  }
  expect(lines[2]).toMatch(/something else.*log\.test\.ts/);
  expect(lines.join('')).not.toContain('9812345678');
});
