import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessionsFixture, PLACE } from '#testing/sessions-fixture.ts';

const { chargePointId } = PLACE;
const fixture = await sessionsFixture();
const server = fixture.server();

async function kept(kind: string): Promise<{ number: number; bytes: number; more: number }> {
  const { rows } = await fixture.database.execute<{ number: number; bytes: number; more: number }>(sql`
    select count(*)::int as number, sum(length(report))::int as bytes, sum(not_kept)::int as more
    from quarantined_reports where kind = ${kind}`);
  return rows[0] ?? { number: 0, bytes: 0, more: 0 };
}

test('a charge point that repeats itself does not fill the disk: fifty reports of a kind are stored and the rest counted', async () => {
  const moment = { at: fixture.clock.now(), receivedAt: fixture.clock.now() };
  const reading = { at: fixture.clock.now(), context: 'Sample.Periodic', registerWh: 1 };
  const readings = Array.from({ length: 10_000 }, () => reading);
  for (let times = 0; times < 60; times += 1) {
    await server.metered({ chargePointId, connector: 1, transactionId: 7, readings, raw: 'x'.repeat(8192), ...moment });
    await server.stopped({ chargePointId, transactionId: 7, meterStopWh: 1, reason: 'Local', readings, ...moment });
  }
  const samples = await kept('MeterValues');
  expect(samples).toMatchObject({ number: 50, more: 10 });
  expect(samples.bytes).toBeLessThan(50 * 5000);
  // One kind does not take the room of another.
  expect(await kept('StopTransaction')).toMatchObject({ number: 50, more: 10 });
  const { rows } = await fixture.database.execute<{ report: string }>(
    sql`select report from quarantined_reports where kind = 'StopTransaction' limit 1`,
  );
  expect(JSON.parse(rows[0]?.report ?? '')).toMatchObject({ transactionId: 7, meterStopWh: 1, readingsInAll: 10_000 });
});
