import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Client } from '@bijli/contract/client';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { STATION } from '#testing/app.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { commandLine } from '#testing/command-line.ts';
import { timedApp } from '#testing/manual-time.ts';
import { NO_AUDIT, staffOf, type Operator } from '#testing/staff.ts';
import { FAULT_RULE } from './index.ts';

const { time, clock, ...stack } = await timedApp({ minIntervalMs: HOUR_MS });
const { faults } = stack.app.modules;
const bijli = commandLine(stack.app.database, tmpdir());
const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 };

let operator: Operator;
let signedIn = 0;
let fast: ChargePoint;
const drivers: Client[] = [];

beforeEach(async () => {
  operator = await staffOf({ ...stack, clock }, 'owner', { email: `${String((signedIn += 1))}@bijli.example` });
  for (let number = drivers.length; number < 3; number += 1)
    drivers.push(await stack.driver(`922000000${number}`, 2000));
  fast = await stack.chargePoint('FAST-1');
  await time.advance(SECOND_MS);
});
afterEach(async () => {
  await stack.switchOff();
  await faults.changeRule(FAULT_RULE, NO_AUDIT);
  // Whatever a test leaves is of no other's concern.
  await faults.endFault({ chargePointId: 'FAST-1', connector: 1 }, NO_AUDIT).catch(() => undefined);
  clock.advance(2 * DAY_MS);
  await time.advance(SECOND_MS);
});

/** What a driver's page and the list say of the first plug. */
async function plug(): Promise<string | undefined> {
  await time.advance(SECOND_MS);
  const [driver] = drivers;
  const page = await driver?.ask('getCharger', { query: { property_id: STATION.id } });
  const connector = page?.chargers.find(({ charger_id: id }) => id === 'FAST-1')?.connectors[0];
  const { counted } = stack.app.modules.availability;
  const free = counted().find(({ stationId }) => stationId === STATION.id)?.availability.freeConnectors;
  // The other plug of the charge point is free in all of this.
  expect(free).toBe(connector?.status === 'available' || connector?.status === 'preparing' ? 2 : 1);
  return connector?.status;
}

/** How many plugs are in each state of a fault, as monitoring is told. */
async function toldByState(): Promise<Record<string, number>> {
  const text = await stack.app.modules.metrics.read();
  const lines = text.matchAll(/^bijli_faults\{.*state="(\w+)".*\} (\d+)/gm);
  return Object.fromEntries([...lines].map(([, state = '', count]) => [state, Number(count)]));
}

const newest = async () => (await operator.ask('listFaults', { query: { all: 'true' } })).faults[0];
const ask = (driver: number) => drivers[driver]?.call('remoteStart', { body: fastStart(1) }) ?? expect.fail();
/** What the charge point was asked for within the last hour, the latest first. */
async function commands() {
  const of = { params: { charger_id: 'FAST-1' }, query: {} };
  const anHourAgo = new Date(clock.now().getTime() - HOUR_MS).toISOString();
  return (await operator.ask('listChargerCommands', of)).commands.filter(({ asked_at: at }) => at > anHourAgo);
}

async function refusedBy(...those: number[]): Promise<void> {
  fast.misbehave('RemoteStartTransaction', 'Rejected');
  for (const driver of those) {
    expect(await ask(driver)).toMatchObject({ code: 'charger_rejected' });
    await time.advance(MINUTE_MS);
  }
}

/** What the server looks after by itself, and what comes of it. */
async function looked(times = 4): Promise<void> {
  for (let time_ = 0; time_ < times; time_ += 1) {
    await faults.checkAll();
    await time.advance(2 * SECOND_MS);
  }
}

async function charged(driver: number): Promise<void> {
  fast.misbehave('RemoteStartTransaction', undefined);
  fast.plug(1, CAR);
  await time.advance(SECOND_MS);
  await time.until(drivers[driver]?.ask('remoteStart', { body: fastStart(1) }) ?? expect.fail());
  await time.advance(5 * SECOND_MS);
  fast.stop(1);
  await time.advance(5 * SECOND_MS);
  fast.unplug(1);
  await time.advance(5 * SECOND_MS);
}

test('a plug that two drivers are refused at is mended by unlocking and a soft reset, offered on trial, and works again by the next charge [TRUTH-2, TRUTH-3]', async () => {
  await refusedBy(0, 0);
  expect(await plug()).toBe('available');
  await refusedBy(1);
  expect(await plug()).toBe('faulted');
  expect(await newest()).toMatchObject({ state: 'fixing', connector: 1, cause: 'charger_rejected', tries: 1 });
  expect(await ask(2)).toMatchObject({ code: 'connector_busy' });

  await looked(6);
  expect((await commands()).map(({ operation, state, asked_by }) => [operation, state, asked_by])).toEqual([
    ['Reset', 'done', 'fault rule'],
    ['UnlockConnector', 'done', 'fault rule'],
  ]);
  expect(await newest()).toMatchObject({ state: 'on_trial' });
  expect(await plug()).toBe('available');
  // Until a driver comes, what was asked of the charge point may be forgotten.
  await stack.app.database.$client.query('delete from charger_commands');
  await charged(2);
  await looked();
  expect(await newest()).toMatchObject({ state: 'ended', ended_by: 'start' });
  expect(await plug()).toBe('available');
});

test('a plug that fails again after it was mended is out until a day later, an operator’s word or a charge [TRUTH-3]', async () => {
  await faults.changeRule({ ...FAULT_RULE, fixes: [] }, NO_AUDIT);
  await refusedBy(0, 1);
  expect(await plug()).toBe('faulted');
  expect(await toldByState()).toEqual({ fixing: 1, out: 0, on_trial: 0 });
  await looked(1);
  expect(await plug()).toBe('available');
  expect(await toldByState()).toEqual({ fixing: 0, out: 0, on_trial: 1 });
  await refusedBy(2);
  expect(await newest()).toMatchObject({ state: 'out' });
  expect(await toldByState()).toEqual({ fixing: 0, out: 1, on_trial: 0 });
  await looked();
  expect(await plug()).toBe('faulted');

  clock.advance(DAY_MS);
  operator = await staffOf({ ...stack, clock }, 'owner', { email: 'next.day@bijli.example' });
  await time.advance(MINUTE_MS);
  await looked(2);
  expect(await newest()).toMatchObject({ state: 'on_trial', tries: 2 });
  await refusedBy(0);
  expect(await plug()).toBe('faulted');

  const place = { params: { charger_id: 'FAST-1', connector: '1' }, body: { reason: 'a technician was there' } };
  await operator.ask('endFault', place);
  expect(await plug()).toBe('available');
  expect(await newest()).toMatchObject({ state: 'ended', ended_by: 'operator' });
  expect(await toldByState()).toEqual({ fixing: 0, out: 0, on_trial: 0 });
  expect(await operator.call('endFault', place)).toMatchObject({ code: 'fault_unknown' });
  // What failed before that word counts no more.
  await refusedBy(1);
  expect(await plug()).toBe('available');
});

test('silence, and a plug that is in while nothing begins, are the charge point’s fault; a cable that never comes is not [TRUTH-2]', async () => {
  fast.misbehave('RemoteStartTransaction', 'silent');
  expect(await time.until(ask(0))).toMatchObject({ code: 'charger_silent' });
  fast.misbehave('RemoteStartTransaction', 'ignored');
  expect(await ask(1)).toMatchObject({ success: true });
  await time.advance(10 * MINUTE_MS);
  expect(await plug()).toBe('available');
  fast.plug(1, CAR);
  await time.advance(SECOND_MS);
  expect(await ask(1)).toMatchObject({ success: true });
  await time.advance(10 * MINUTE_MS);
  expect(await newest()).toMatchObject({ state: 'fixing', cause: 'start_timed_out' });
  expect(await plug()).toBe('faulted');
});

test('no reset cuts a charge at the other plug short [TRUTH-3]', async () => {
  await faults.changeRule({ ...FAULT_RULE, fixes: ['soft_reset'] }, NO_AUDIT);
  fast.plug(2, { ...CAR, maxPowerW: 20_000 });
  await time.advance(SECOND_MS);
  expect(await plug()).toBe('available');
  const body = { ...fastStart(1), connector_id: 'FAST-1:2', oem_connector_number: 2 };
  const [driver] = drivers;
  await (driver ?? expect.fail()).ask('remoteStart', { body });
  await time.advance(SECOND_MS);
  await refusedBy(1, 2);
  await looked();
  expect(await commands()).toEqual([]);
  fast.stop(2);
  await time.advance(5 * SECOND_MS);
  fast.unplug(2);
  await looked(6);
  expect((await commands())[0]).toMatchObject({ operation: 'Reset', state: 'done' });
  expect(await newest()).toMatchObject({ state: 'on_trial' });
});

test('an operator reads and changes the rule, and the audit tells what it was [TRUTH-4]', async () => {
  const rule = { drivers: 2, within_hours: 24, fixes: ['unlock', 'soft_reset'], try_again_hours: 24 };
  expect(await operator.ask('faultRule', {})).toMatchObject(rule);
  const stricter = { drivers: 1, within_hours: 2, fixes: ['soft_reset' as const], try_again_hours: 6 };
  await operator.ask('setFaultRule', { body: { ...stricter, reason: 'a festival' } });
  expect(await operator.ask('faultRule', {})).toMatchObject(stricter);
  const [line] = (await operator.ask('listAudit', { query: { limit: '1' } })).audit;
  expect(line).toMatchObject({ action: 'fault.rule', reason: 'a festival', before: rule, after: stricter });
  await refusedBy(0);
  expect(await plug()).toBe('faulted');
});

test('the command line shows faults and the rule, changes the rule and ends a fault [TRUTH-3, TRUTH-4]', async () => {
  expect((await bijli('faults', 'rule', '--drivers', '1', '--fixes', 'none')).out).toBe(
    'A connector is taken out of service when 1 drivers in 24 hours cannot start there.\n' +
      'Fixes: none. A connector that stays out is tried again after 24 hours.\n',
  );
  expect(await faults.rule()).toMatchObject({ drivers: 1, fixes: [] });
  expect((await bijli('faults', 'rule', '--fixes', 'hammer')).code).toBe(2);
  await refusedBy(0);
  expect((await bijli('faults', 'list')).out).toMatch(/FAST-1 connector 1 {2}charger_rejected {2}fixing since/);
  expect((await bijli('faults', 'end', 'FAST-1', '1')).out).toBe('Connector 1 of FAST-1 is offered again.\n');
  await looked(1);
  expect(await plug()).toBe('available');
  expect((await bijli('faults', 'end', 'FAST-1', '1')).err).toBe('No such fault is open.\n');
  expect((await bijli('faults', 'list', '--all', '--limit', '1')).out).toMatch(/ended since .* \(operator\)/);
});
