import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { ASYNC_COMMIT } from './async-commit.ts';

const { $client: pool } = await testDatabase();

test('only the statement that asks for it commits asynchronously', async () => {
  // What is read at the commit itself: a deferred trigger runs there.
  await pool.query(`
    create table noted (what text);
    create table commits (waits_for text);
    create function note_commit() returns trigger language plpgsql as
      $$ begin insert into commits values (current_setting('synchronous_commit')); return null; end $$;
    create constraint trigger at_commit after insert on noted deferrable initially deferred
      for each row execute function note_commit()`);
  const client = await pool.connect();
  try {
    await client.query(`insert into noted select u.* from unnest($1::text[]) u, ${ASYNC_COMMIT}`, [['later']]);
    await client.query(`insert into noted select u.* from unnest($1::text[]) u`, [['now']]);
    const { rows } = await client.query<{ waits_for: string }>('select waits_for from commits');
    expect(rows.map(({ waits_for: waitsFor }) => waitsFor)).toEqual(['off', 'on']);
  } finally {
    client.release();
  }
});
