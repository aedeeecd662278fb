import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { testApp } from '#testing/app.ts';
import { eventually } from '#testing/eventually.ts';
import { testLog } from '#testing/log.ts';
import { createApp } from './app.ts';
import { parseConfig } from './config/config.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const { database } = (await testApp({ clock })).app;

/** A row of each table that is tidied, all of one moment; each names itself. */
async function keepRows(name: string): Promise<void> {
  const at = clock.now().toISOString();
  for (const row of [
    sql`insert into quarantined_reports (charger_id, kind, problem, report, received_at)
      values (${name}, 'MeterValues', '', '', ${at})`,
    sql`insert into webhook_events values ('phonepe', ${name}, ${at}, '{}')`,
    sql`insert into code_requests (mobile, address, at) values (${name}, '', ${at})`,
    sql`with driver as (insert into drivers (mobile, created_at) values (${name}, ${at}) returning id),
        token as (insert into tokens select ${name}, id, ${at}, ${at}, ${at}::timestamptz + interval '90 days' from driver),
        device as (insert into push_subscriptions (token_hash, endpoint, p256dh, auth, language, created_at)
          values (${name}, ${name}, '', '', 'en', ${at}) returning id),
        notice as (insert into notifications (driver_id, event_key, kind, facts, created_at, expires_at)
          select id, ${name}, 'refund', '{}', ${at}, ${at} from driver returning id)
      insert into push_deliveries select notice.id, device.id, 1, null, ${at} from notice, device`,
  ])
    await database.execute(row);
}

/** Names of the rows that are there still, by table. */
async function kept(): Promise<Record<string, string[]>> {
  const { rows } = await database.execute<{ table: string; name: string }>(sql`
    select 'reports' as table, charger_id as name from quarantined_reports
    union all select 'webhooks', event_key from webhook_events
    union all select 'codes', mobile from code_requests
    union all select 'tokens', token_hash from tokens
    union all select 'notifications', event_key from notifications
    union all select 'outbox', n.event_key from push_deliveries d join notifications n on n.id = d.notification_id
    order by 1, 2`);
  const tables = ['reports', 'webhooks', 'codes', 'tokens', 'notifications', 'outbox'];
  return Object.fromEntries(
    tables.map((table) => [table, rows.filter((row) => row.table === table).map((row) => row.name)]),
  );
}

/** For the server, and for its jobs, which go by the database's clock. */
async function letAnHourPass(): Promise<void> {
  await database.execute(sql`update jobs.job set start_after = now() where name = 'purges' and state = 'created'`);
  clock.advance(HOUR_MS);
}

test('expired rows are purged within an hour, without any request', async () => {
  await keepRows('old');
  await eventually(async () => {
    await letAnHourPass();
    expect(await kept()).toMatchObject({ codes: [], webhooks: ['old'], tokens: ['old'] });
  });
  await database.execute(
    sql`insert into code_requests (mobile, address, at) values ('round', '', ${clock.now().toISOString()})`,
  );
  clock.advance(89 * DAY_MS);
  // Once this one has gone, the others have stood through a round.
  await eventually(async () => {
    await letAnHourPass();
    expect(await kept()).toMatchObject({ codes: [] });
  });
  await keepRows('new');
  const both = ['new', 'old'];
  expect(await kept()).toEqual({
    reports: both,
    webhooks: both,
    codes: ['new'],
    tokens: both,
    notifications: both,
    outbox: both,
  });
  clock.advance(DAY_MS);
  const fresh = ['new'];
  await eventually(async () => {
    await letAnHourPass();
    expect(await kept()).toEqual({
      reports: fresh,
      webhooks: fresh,
      codes: [],
      tokens: fresh,
      notifications: fresh,
      outbox: fresh,
    });
  });
});

test('a node that is shutting down is not ready, although its database answers', async () => {
  let reason: string | undefined;
  const config = parseConfig({ PORT: '0' });
  const options = { config, database, clock, log: testLog, pages: undefined };
  const ending = await createApp({ ...options, whyNotServing: () => reason });
  const ready = async () => {
    const { statusCode, body } = await ending.inject({ url: '/health/ready' });
    return { statusCode, body: JSON.parse(body) as unknown };
  };
  expect(await ready()).toEqual({
    statusCode: 200,
    body: { status: 'ok', dependencies: { node: 'ok', database: 'ok' } },
  });
  reason = 'the server is ending';
  expect(await ready()).toEqual({
    statusCode: 503,
    body: { status: 'unavailable', reason, dependencies: { node: reason, database: 'ok' } },
  });
  expect((await ending.inject({ url: '/health/live' })).statusCode).toBe(200);
  await ending.close();
});
