import { beforeEach, expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { staffOf } from '#testing/staff.ts';
import { saveQuarantinedReport } from './rejected/quarantine.store.ts';
import { disputedEnergy, quarantinedReports } from './sessions.tables.ts';
import { saveDispute } from './settling/disputes.store.ts';

const stack = await testApp();
const { database } = stack.app;
const owner = await staffOf(stack, 'owner');

beforeEach(async () => {
  await database.delete(disputedEnergy);
  await database.delete(quarantinedReports);
});

test('cases that wait for staff are listed, and resolved once [STAFF-13]', async () => {
  const at = new Date('2026-11-20T10:00:00Z');
  const place = { chargePointId: 'FAST-1', connector: 1, transactionId: 4711, bookingId: null };
  await saveDispute(database, { ...place, cause: 'late_start', energyWh: 1500, beganAt: at, endedAt: at, notedAt: at });
  const { disputes } = await owner.ask('listDisputes', {});
  expect(disputes).toMatchObject([{ units: 1.5, charger_id: 'FAST-1', resolved_at: null }]);
  const resolve = { params: { dispute_id: disputes[0]?.id ?? '' }, body: { note: 'a test charge' } };
  await owner.ask('resolveDispute', resolve);
  expect(await owner.call('resolveDispute', resolve)).toMatchObject({ code: 'dispute_not_open' });
  expect((await owner.ask('listDisputes', {})).disputes).toEqual([]);
  expect((await owner.ask('listDisputes', { query: { all: 'true' } })).disputes).toMatchObject([
    { note: 'a test charge' },
  ]);

  const report = {
    chargePointId: 'FAST-1',
    kind: 'stop',
    problem: 'no such transaction',
    report: '{}',
    receivedAt: at,
  };
  await saveQuarantinedReport(database, report, 5);
  const { reports } = await owner.ask('listQuarantine', { query: { charger_id: 'FAST-1' } });
  expect(reports).toMatchObject([{ kind: 'stop', not_kept: 0 }]);
  const params = { report_id: reports[0]?.id ?? '' };
  await owner.ask('resolveQuarantined', { params, body: { reason: 'looked into' } });
  expect(await owner.call('resolveQuarantined', { params, body: {} })).toMatchObject({ code: 'report_unknown' });
  expect(await owner.ask('listQuarantine', {})).toMatchObject({ reports: [] });
  const { audit } = await owner.ask('listAudit', { query: { action: 'quarantine.resolve' } });
  expect(audit).toMatchObject([
    { outcome: 'refused' },
    { outcome: 'done', before: { problem: 'no such transaction' } },
  ]);
});

test('disputes and quarantined reports come in pages, newest first, each row once', async () => {
  // Two rows of each moment, so that pages end between rows of one time.
  const at = (row: number) => new Date(Date.parse('2026-11-21T10:00:00Z') + Math.floor(row / 2) * 60_000);
  for (let row = 0; row < 5; row += 1) {
    const place = { chargePointId: 'FAST-1', connector: 1, transactionId: 5000 + row, bookingId: null };
    const dispute = { cause: 'late_start' as const, energyWh: 1500, beganAt: at(row), endedAt: at(row) };
    await saveDispute(database, { ...place, ...dispute, notedAt: at(row) });
    const report = { chargePointId: 'FAST-1', kind: 'stop', problem: 'no such transaction', report: '{}' };
    await saveQuarantinedReport(database, { ...report, receivedAt: at(row) }, 9);
  }
  const lists = [
    async (query: { limit?: string; cursor?: string }) => {
      const { disputes, next } = await owner.ask('listDisputes', { query });
      return { rows: disputes.map(({ id, noted_at }) => ({ id, at: noted_at })), next };
    },
    async (query: { limit?: string; cursor?: string }) => {
      const { reports, next } = await owner.ask('listQuarantine', { query });
      return { rows: reports.map(({ id, received_at }) => ({ id, at: received_at })), next };
    },
  ];
  for (const list of lists) {
    const { rows: all } = await list({});
    expect(all.map((row) => row.at)).toEqual(
      all
        .map((row) => row.at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(5);
    const paged: typeof all = [];
    let next: string | undefined;
    do {
      const page = await list({ limit: '3', ...(next && { cursor: next }) });
      paged.push(...page.rows);
      ({ next } = page);
    } while (next !== undefined);
    expect(paged).toEqual(all);
  }
});
