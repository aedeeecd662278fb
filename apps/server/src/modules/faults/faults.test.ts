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

/** What a driver's page and the list say of the first connector. */
async function connectorStatus(): Promise<string | undefined> {
  await time.advance(SECOND_MS);
  const [driver] = drivers;
  const page = await driver?.ask('getCharger', { query: { property_id: STATION.id } });
  const connector = page?.chargers.find(({ charger_id: id }) => id === 'FAST-1')?.connectors[0];
  const { listCounted } = stack.app.modules.availability;
  const free = listCounted().find(({ stationId }) => stationId === STATION.id)?.availability.freeConnectors;
  // The other connector of the charge point is free in all of this.
  expect(free).toBe(connector?.status === 'available' || connector?.status === 'preparing' ? 2 : 1);
  return connector?.status;
}

/** Number of connectors in each state of a fault, as monitoring reads it. */
async function toldByState(): Promise<Record<string, number>> {
  const text = await stack.app.modules.metrics.read();
  const lines = text.matchAll(/^bijli_faults\{.*state="(\w+)".*\} (\d+)/gm);
  return Object.fromEntries([...lines].map(([, state = '', count]) => [state, Number(count)]));
}

const newestFault = async () => (await operator.ask('listFaults', { query: { all: 'true' } })).faults[0];
const startBy = (driver: number) => drivers[driver]?.call('remoteStart', { body: fastStart(1) }) ?? expect.fail();
/** What the charge point was asked for within the last hour, the latest first. */
async function commands() {
  const of = { params: { charger_id: 'FAST-1' }, query: {} };
  const anHourAgo = new Date(clock.now().getTime() - HOUR_MS).toISOString();
  return (await operator.ask('listChargerCommands', of)).commands.filter(({ asked_at: at }) => at > anHourAgo);
}

async function failStartsOf(...those: number[]): Promise<void> {
  fast.misbehave('RemoteStartTransaction', 'Rejected');
  for (const driver of those) {
    expect(await startBy(driver)).toMatchObject({ code: 'charger_rejected' });
    await time.advance(MINUTE_MS);
  }
}

/** Runs the checks of the server as its loop does, and lets their commands be answered. */
async function runFaultChecks(times = 4): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await faults.checkFaults();
    await time.advance(2 * SECOND_MS);
  }
}

async function completeCharge(driver: number): Promise<void> {
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

test('a connector that refuses two drivers is unlocked and reset, offered on trial, and works again after the next session [TRUTH-2, TRUTH-3]', async () => {
  await failStartsOf(0, 0);
  expect(await connectorStatus()).toBe('available');
  await failStartsOf(1);
  expect(await connectorStatus()).toBe('faulted');
  expect(await newestFault()).toMatchObject({ state: 'fixing', connector: 1, cause: 'charger_rejected', tries: 1 });
  expect(await startBy(2)).toMatchObject({ code: 'connector_busy' });

  await runFaultChecks(6);
  expect((await commands()).map(({ operation, state, asked_by }) => [operation, state, asked_by])).toEqual([
    ['Reset', 'done', 'fault rule'],
    ['UnlockConnector', 'done', 'fault rule'],
  ]);
  expect(await newestFault()).toMatchObject({ state: 'on_trial' });
  expect(await connectorStatus()).toBe('available');
  // Until a driver comes, what was asked of the charge point may be forgotten.
  await stack.app.database.$client.query('delete from charger_commands');
  await completeCharge(2);
  await runFaultChecks();
  expect(await newestFault()).toMatchObject({ state: 'ended', ended_by: 'start' });
  expect(await connectorStatus()).toBe('available');
});

test('a connector that fails again after it was fixed is out of use until a day later, an operator’s decision or a session [TRUTH-3]', async () => {
  await faults.changeRule({ ...FAULT_RULE, fixes: [] }, NO_AUDIT);
  await failStartsOf(0, 1);
  expect(await connectorStatus()).toBe('faulted');
  expect(await toldByState()).toEqual({ fixing: 1, out: 0, on_trial: 0 });
  await runFaultChecks(1);
  expect(await connectorStatus()).toBe('available');
  expect(await toldByState()).toEqual({ fixing: 0, out: 0, on_trial: 1 });
  await failStartsOf(2);
  expect(await newestFault()).toMatchObject({ state: 'out' });
  expect(await toldByState()).toEqual({ fixing: 0, out: 1, on_trial: 0 });
  await runFaultChecks();
  expect(await connectorStatus()).toBe('faulted');

  clock.advance(DAY_MS);
  operator = await staffOf({ ...stack, clock }, 'owner', { email: 'next.day@bijli.example' });
  await time.advance(MINUTE_MS);
  await runFaultChecks(2);
  expect(await newestFault()).toMatchObject({ state: 'on_trial', tries: 2 });
  await failStartsOf(0);
  expect(await connectorStatus()).toBe('faulted');

  const place = { params: { charger_id: 'FAST-1', connector: '1' }, body: { reason: 'a technician was there' } };
  await operator.ask('endFault', place);
  expect(await connectorStatus()).toBe('available');
  expect(await newestFault()).toMatchObject({ state: 'ended', ended_by: 'operator' });
  expect(await toldByState()).toEqual({ fixing: 0, out: 0, on_trial: 0 });
  expect(await operator.call('endFault', place)).toMatchObject({ code: 'fault_unknown' });
  // What failed before that word counts no more.
  await failStartsOf(1);
  expect(await connectorStatus()).toBe('available');
});

test('silence, and a connector that stays in Preparing, are the charge point’s fault; an absent cable is not [TRUTH-2]', async () => {
  fast.misbehave('RemoteStartTransaction', 'silent');
  expect(await time.until(startBy(0))).toMatchObject({ code: 'charger_silent' });
  fast.misbehave('RemoteStartTransaction', 'ignored');
  expect(await startBy(1)).toMatchObject({ success: true });
  await time.advance(10 * MINUTE_MS);
  expect(await connectorStatus()).toBe('available');
  fast.plug(1, CAR);
  await time.advance(SECOND_MS);
  expect(await startBy(1)).toMatchObject({ success: true });
  await time.advance(10 * MINUTE_MS);
  expect(await newestFault()).toMatchObject({ state: 'fixing', cause: 'start_timed_out' });
  expect(await connectorStatus()).toBe('faulted');
});

test('no reset interrupts a session at the other connector [TRUTH-3]', async () => {
  await faults.changeRule({ ...FAULT_RULE, fixes: ['soft_reset'] }, NO_AUDIT);
  fast.plug(2, { ...CAR, maxPowerW: 20_000 });
  await time.advance(SECOND_MS);
  expect(await connectorStatus()).toBe('available');
  const body = { ...fastStart(1), connector_id: 'FAST-1:2', oem_connector_number: 2 };
  const [driver] = drivers;
  await (driver ?? expect.fail()).ask('remoteStart', { body });
  await time.advance(SECOND_MS);
  await failStartsOf(1, 2);
  await runFaultChecks();
  expect(await commands()).toEqual([]);
  fast.stop(2);
  await time.advance(5 * SECOND_MS);
  fast.unplug(2);
  await runFaultChecks(6);
  expect((await commands())[0]).toMatchObject({ operation: 'Reset', state: 'done' });
  expect(await newestFault()).toMatchObject({ state: 'on_trial' });
});

test('an operator reads and changes the rule, and the audit has the old one [TRUTH-4]', async () => {
  const rule = { drivers: 2, within_hours: 24, fixes: ['unlock', 'soft_reset'], try_again_hours: 24 };
  expect(await operator.ask('faultRule', {})).toMatchObject(rule);
  const stricter = { drivers: 1, within_hours: 2, fixes: ['soft_reset' as const], try_again_hours: 6 };
  await operator.ask('setFaultRule', { body: { ...stricter, reason: 'a festival' } });
  expect(await operator.ask('faultRule', {})).toMatchObject(stricter);
  const [line] = (await operator.ask('listAudit', { query: { limit: '1' } })).audit;
  expect(line).toMatchObject({ action: 'fault.rule', reason: 'a festival', before: rule, after: stricter });
  await failStartsOf(0);
  expect(await connectorStatus()).toBe('faulted');
});

test('the command line shows faults and the rule, changes the rule and ends a fault [TRUTH-3, TRUTH-4]', async () => {
  expect((await bijli('faults', 'rule', '--drivers', '1', '--fixes', 'none')).out).toBe(
    'A connector is taken out of service when 1 drivers in 24 hours cannot start there.\n' +
      'Fixes: none. A connector that stays out is tried again after 24 hours.\n',
  );
  expect(await faults.readRule()).toMatchObject({ drivers: 1, fixes: [] });
  expect((await bijli('faults', 'rule', '--fixes', 'hammer')).code).toBe(2);
  await failStartsOf(0);
  expect((await bijli('faults', 'list')).out).toMatch(/FAST-1 connector 1 {2}charger_rejected {2}fixing since/);
  expect((await bijli('faults', 'end', 'FAST-1', '1')).out).toBe('Connector 1 of FAST-1 is offered again.\n');
  await runFaultChecks(1);
  expect(await connectorStatus()).toBe('available');
  expect((await bijli('faults', 'end', 'FAST-1', '1')).err).toBe('No such fault is open.\n');
  expect((await bijli('faults', 'list', '--all', '--limit', '1')).out).toMatch(/ended since .* \(operator\)/);
});
