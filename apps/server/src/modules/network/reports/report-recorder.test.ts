import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { timedApp } from '#testing/manual-time.ts';

const { app, clock, time, chargePoint } = await timedApp();
const { network } = app.modules;
const AT = new Date('2026-11-20T10:00:00Z');

test('what a charge point reports about itself at its boot is stored, with the time of its last message', async () => {
  await chargePoint('SLOW-1', { vendor: 'Acme', model: 'T7' });
  await expect
    .poll(() => network.findChargePoint('SLOW-1'))
    .toMatchObject({ vendor: 'Acme', model: 'T7', heardAt: clock.now() });
  await time.advance(60_000);
  const stationId = await network.saveHeardNow('SLOW-1');
  expect(await network.findChargePoint('SLOW-1')).toMatchObject({ stationId, heardAt: clock.now() });
});

test('the time of a charge point’s last heartbeat is stored to the minute', async () => {
  await chargePoint('FAST-1');
  await time.settled();
  const connectedMs = clock.now().getTime();
  await time.advance(12 * MINUTE_MS);
  const heardMs = (await network.findChargePoint('FAST-1'))?.heardAt?.getTime() ?? 0;
  expect(heardMs - connectedMs).toBeGreaterThanOrEqual(10 * MINUTE_MS);

  // A report is stored at once, and what was noted before it no longer counts.
  network.noteHeard('SLOW-1', new Date(clock.now().getTime() - MINUTE_MS));
  await network.saveHeardNow('SLOW-1');
  await network.saveHeard();
  expect(await network.findChargePoint('SLOW-1')).toMatchObject({ heardAt: clock.now() });
});

test('the time of a heartbeat that could not be stored is stored the next time, unless a later one came', async () => {
  const later = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS);
  const heardAtOf = async (id: string) => (await network.findChargePoint(id))?.heardAt;
  await network.saveHeard();
  network.noteHeard('FAST-1', later(1));
  network.noteHeard('SLOW-1', later(1));
  await app.database.execute(sql`alter table chargers rename to chargers_away`);
  await expect(network.saveHeard()).rejects.toThrow();
  await app.database.execute(sql`alter table chargers_away rename to chargers`);
  network.noteHeard('SLOW-1', later(2));
  const saving = network.saveHeard();
  network.noteHeard('FAST-1', later(3));
  await saving;
  expect([await heardAtOf('FAST-1'), await heardAtOf('SLOW-1')]).toEqual([later(1), later(2)]);
  await network.saveHeard();
  expect(await heardAtOf('FAST-1')).toEqual(later(3));
});

test('the latest status to arrive is stored for a connector and for the charge point, whatever its time', async () => {
  const report = { chargePointId: 'FAST-1', errorCode: 'NoError', at: AT };
  await network.saveStatus({ ...report, connector: 1, status: 'Charging' });
  await network.saveStatus({ ...report, connector: 1, status: 'Finishing', at: new Date(0) });
  await network.saveStatus({ ...report, connector: 0, status: 'Unavailable' });
  const kept = await network.findChargePoint('FAST-1');
  expect(kept).toMatchObject({ status: 'Unavailable' });
  expect(kept?.connectors.find(({ number }) => number === 1)).toMatchObject({ status: 'Finishing' });
});

test('a configuration replaces the earlier one; a key is found in upper or lower case', async () => {
  const of = (value: string) => ({
    chargePointId: 'FAST-1',
    keys: [{ key: 'connectiontimeout', value, readonly: false }],
    readAt: AT,
  });
  await network.saveConfiguration(of('30'));
  expect(await network.readConnectionTimeOutMs('FAST-1')).toBe(30_000);
  await network.saveConfiguration({ ...of('0'), keys: [] });
  expect(await network.readConnectionTimeOutMs('FAST-1')).toBeUndefined();
});

test('an unknown charge point has no station, and its reports are not stored', async () => {
  expect(await network.saveHeardNow('NOBODY-1')).toBeUndefined();
  const report = { chargePointId: 'NOBODY-1', connector: 1, status: 'Available', errorCode: 'NoError', at: AT };
  expect(await network.saveStatus(report)).toBeUndefined();
  expect(await network.findChargePoint('NOBODY-1')).toBeUndefined();
});

test('a charge point whose row is locked delays no other, and is stored when the row is free', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const importing = app.database.transaction(async (tx) => {
    await tx.execute(sql`select from chargers where id = 'SLOW-1' for update`);
    isLocked();
    await held;
  });
  await locked;
  const first: string[] = [];
  const hear = async (chargePointId: string) =>
    (await network.saveHeardNow(chargePointId)) && first.push(chargePointId);
  const slow = hear('SLOW-1');
  await Promise.all([hear('FAST-1'), hear('FAST-1')]);
  await hear('FAST-1');
  expect(first).toEqual(['FAST-1', 'FAST-1', 'FAST-1']);
  release();
  await Promise.all([importing, slow]);
  expect(first.at(-1)).toBe('SLOW-1');
});
