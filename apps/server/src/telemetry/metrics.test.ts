import { expect, test } from 'vitest';
import { systemClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import { rawCall } from '#testing/raw-call.ts';
import { createLedgerJob } from '../ledger-job.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'a token of the monitoring';
const { app, url, driver, chargePoint } = await testApp({ env: { METRICS_TOKEN: TOKEN } });

async function scraped(): Promise<string[]> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(response.status).toBe(200);
  return (await response.text()).split('\n');
}

/** The value of a metric that has these labels. */
async function figure(name: string, ...labels: string[]): Promise<number | undefined> {
  const line = (await scraped()).find((one) => one.startsWith(name) && labels.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('metrics are given to callers with the token [OPS-19]', async () => {
  for (const headers of [{}, { authorization: 'Bearer guess' }])
    expect((await fetch(`${url}/metrics`, { headers })).status).toBe(401);
  const lines = await scraped();
  expect(lines.find((line) => line.startsWith('# TYPE bijli_charge_point_links '))).toMatch(/ gauge$/);
  for (const name of ['bijli_sessions_stuck', 'bijli_refund_oldest_open_seconds', 'bijli_ledger_problems'])
    expect(await figure(name)).toBe(0);
  expect(await figure('bijli_event_loop_delay_seconds', 'quantile="0.99"')).toBeGreaterThan(0);
  expect(await figure('bijli_job_oldest_due_seconds')).toBeLessThan(60);
  expect(await figure('bijli_database_callers_waiting')).toBeGreaterThanOrEqual(0);
  expect(await figure('bijli_process_memory_bytes')).toBeGreaterThan(10_000_000);
});

test('links, frames, commands and sessions are counted, and a link that ends during a session is too', async () => {
  const client = await driver('9100000001', 500);
  const simulator = await chargePoint('FAST-1');
  expect(await figure('bijli_charge_point_links')).toBe(1);
  expect(await figure('bijli_charge_point_frame_seconds_count', 'action="BootNotification"', 'outcome="result"')).toBe(
    1,
  );
  expect(await figure('bijli_payments_last_hour', 'state="completed"')).toBe(1);
  simulator.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 });
  const body = {
    charge_type: 'units',
    charging_value: 5,
    charger_id: 'FAST-1',
    connector_id: 'FAST-1:1',
    oem_connector_number: 1,
  };
  await rawCall(url, 'POST /api-v1/user/transaction/remote-start', { token: client.token, body });
  await eventually(async () => expect(await figure('bijli_sessions', 'state="charging"')).toBe(1));
  expect(
    await figure('bijli_charge_point_command_seconds_count', 'action="RemoteStartTransaction"', 'outcome="result"'),
  ).toBe(1);
  await simulator.close();
  await eventually(async () => expect(await figure('bijli_charge_point_disconnects_total', 'charging="true"')).toBe(1));
  expect(await figure('bijli_charge_point_links')).toBe(0);
});

test('the ledger is checked once an hour, and the time of the last successful check is published [OPS-20]', async () => {
  expect(await figure('bijli_ledger_proof_age_seconds')).toBeUndefined();
  await app.modules.ledgerJob.check();
  expect(await figure('bijli_ledger_proof_age_seconds')).toBeLessThan(60);
});

test('an incorrect ledger is logged and published [OPS-20]', async () => {
  const database = await testDatabase();
  await database.$client.query(`insert into invoices
    values ('EV/X/2', 'EV', 'X', 2, 'B-NONE', 'invoice', now(), now(), '998714', 0, 0, 0, 0, 0)`);
  const logged: string[] = [];
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const job = createLedgerJob({ database, clock: systemClock, log });
  await job.check();
  expect(await job.readGauges()).toEqual({ problemCount: 2, checkedAt: undefined });
  expect(logged).toMatchObject([expect.stringContaining('ledger.does_not_add_up')]);
});

test('figures that cannot be read are missing from the answer, and the others are there', async () => {
  const logged: string[] = [];
  const metrics = createMetrics({ log: createLog('info', { write: (line: string) => void logged.push(line) }) });
  metrics.gauges({ bijli_away: 'What cannot be read' }, () => Promise.reject(new Error('the database is away')));
  metrics.gauges({ bijli_here: 'What can be' }, () => ({ bijli_here: [{ value: 3 }] }));
  const text = await metrics.read();
  expect(text).toContain('\nbijli_here');
  expect(text).not.toContain('\nbijli_away{');
  expect(logged).toMatchObject([expect.stringContaining('metrics.not_read')]);
});
