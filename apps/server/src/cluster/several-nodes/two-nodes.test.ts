import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import { createClient } from '@bijli/contract/client';
import { operatorApi } from '@bijli/contract/operator-api';
import { socketEvent } from '@bijli/contract/realtime';
import type { LiveMeterValue, TransactionStop } from '@bijli/contract/realtime';
import { createBus, subject } from '#cluster/bus.ts';
import { createInProcessTransports } from '#cluster/in-process-transport.ts';
import { openNatsTransport } from '#cluster/nats-transport.ts';
import { systemClock } from '#kernel/clock.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { atEnd } from '#testing/at-end.ts';
import { fastStart, startOn } from '#testing/bare-transaction.ts';
import { bootedChargePoint, connectedChargePoint } from '#testing/charge-point-fixture.ts';
import { EventStream } from '#testing/event-stream.ts';
import { eventually } from '#testing/eventually.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { testNodes, type TestNode } from '#testing/nodes.ts';
import { NO_AUDIT, staffOf } from '#testing/staff.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

const nats = hasNatsServer ? await startNats() : undefined;
const wires = nats
  ? () => openNatsTransport(nats.url, { name: 'test', log: testLog })
  : createInProcessTransports(systemClock);
const [a, b] = await testNodes(2, wires);
if (!a || !b) throw new Error('There are not two nodes.');

const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 };

/** The charge point is taken, and every node has heard that it is there. */
async function everywhereOnline(status = 'Available'): Promise<void> {
  for (const node of [a, b])
    await eventually(async () => {
      const offer = await node?.app.modules.availability.findConnectorForStart('FAST-1', 1);
      expect(offer).toMatchObject({ isOnline: true, status });
    });
}

/** A car is plugged in, and every node has heard of it: what was there before it is over. */
async function everywherePlugged(chargePoint: ChargePoint): Promise<void> {
  await everywhereOnline();
  chargePoint.plug(1, CAR);
  await everywhereOnline('Preparing');
}

test('a driver on one node starts, watches and stops a session at another node’s charge point, and is billed [OPS-30]', async () => {
  const driver = await a.driver('9300000001');
  const chargePoint = await b.chargePoint('FAST-1');
  await everywherePlugged(chargePoint);
  const screen = await liveSocket(a.url, driver.token);
  const { invoice_number: booking } = await driver.ask('remoteStart', { body: fastStart(1) });
  const figures = await screen.next<LiveMeterValue>(socketEvent.meterValue('FAST-1', 1), ({ unit }) => unit > 0);
  expect(figures.booking_id).toBe(booking);
  await driver.ask('remoteStop', { body: { transaction_id: booking } });
  await screen.next<TransactionStop>(socketEvent.stop(booking));
  const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
  expect(data).toMatchObject({ status: 'completed', units_consumed: chargePoint.connector(1).registerWh / 1000 });
  expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
  expect(await listLedgerProblems(a.database, LEDGER_PARTS)).toEqual([]);
  await b.switchOff();
});

test('a command that staff request on one node is sent by the node with the link, and its answer is shown where it was requested [OPS-37]', async () => {
  const operator = await staffOf(a, 'technician');
  const chargePoint = await bootedChargePoint(b.url, 'SLOW-1');
  const asked = operator.ask('commandCharger', {
    params: { charger_id: 'SLOW-1' },
    query: { wait: '20' },
    body: { operation: 'UnlockConnector', payload: { connectorId: 1 } },
  });
  const { id } = await chargePoint.wasAsked('UnlockConnector');
  chargePoint.say([3, id, { status: 'Unlocked' }]);
  expect((await asked).command).toMatchObject({ state: 'done', answer: { status: 'Unlocked' } });
  expect(chargePoint.asked.filter(({ action }) => action === 'UnlockConnector')).toHaveLength(1);
  await chargePoint.close();
});

test('the row decides which node owns a charge point: neither a false message nor a late reading changes it', async () => {
  const driver = await a.driver('9300000003');
  const chargePoint = await b.chargePoint('FAST-1');
  await everywherePlugged(chargePoint);
  const { invoice_number: booking } = await driver.ask('remoteStart', { body: fastStart(1) });
  const begun = chargePoint.connector(1).registerWh;
  await eventually(async () => expect(chargePoint.connector(1).registerWh).toBeGreaterThan(begun));
  let closed = 0;
  chargePoint.on('offline', () => (closed += 1));

  const liar = createBus(wires(), 'liar', testLog);
  atEnd(() => liar.close());
  await eventually(async () => expect(liar.problem()).toBe(undefined));
  liar.publish(subject('charge-point-taken', z.object({ chargePointId: z.string(), epoch: z.number() })), {
    chargePointId: 'FAST-1',
    epoch: 1_000_000,
  });
  await a.app.modules.sessions.takeOver(['FAST-1']);
  const { rows } = await a.database.$client.query('select link_lost_at from charging_sessions where booking_id = $1', [
    booking,
  ]);
  expect(rows).toEqual([{ link_lost_at: null }]);

  await driver.ask('remoteStop', { body: { transaction_id: booking } });
  expect(closed).toBe(0);
  await b.switchOff();
});

test('a stop that a charger refuses while it moves to another node is not reported as done; that node asks again, and the session is billed once', async () => {
  const driver = await a.driver('9300000008');
  const dial = ({ url }: typeof a) => connectedChargePoint(url, 'SLOW-1');
  const older = await dial(b);
  await older.boot();
  await older.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  const started = eventually(() => driver.ask('remoteStart', { body: startOn('SLOW-1', 1, 5) }));
  const remote = await older.wasAsked('RemoteStartTransaction');
  older.say([3, remote.id, { status: 'Accepted' }]);
  const { invoice_number: booking } = await started;
  const { idTag } = remote.payload as { idTag: string };
  const begin = { connectorId: 1, idTag, meterStart: 1000, timestamp: new Date().toISOString() };
  const { transactionId } = (await older.call('StartTransaction', begin))[2] as { transactionId: number };

  const stopped = driver.call('remoteStop', { body: { transaction_id: booking } });
  older.say([3, (await older.wasAsked('RemoteStopTransaction')).id, { status: 'Rejected' }]);
  await older.wasAsked('TriggerMessage');
  const newer = await dial(a);
  newer.say([3, (await newer.wasAsked('RemoteStopTransaction')).id, { status: 'Accepted' }]);
  expect(await stopped).toMatchObject({ code: 'stop_unconfirmed' });
  // As much as it can have delivered.
  await newer.call('StopTransaction', { transactionId, meterStop: 1050, timestamp: new Date().toISOString() });
  const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
  expect(data).toMatchObject({ status: 'completed', units_consumed: 0.05 });
  const { rows } = await a.database.$client.query('select from invoices where reference = $1', [booking]);
  expect(rows).toHaveLength(1);
  expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
  await newer.close();
});

test('a charge point that a node has released, and that does not return, is offline on every node', async () => {
  const chargePoint = await connectedChargePoint(b.url, 'SLOW-1');
  await chargePoint.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
  const isOnline = () => [a, b].map(({ app }) => app.modules.availability.hasLink('SLOW-1'));
  await eventually(async () => expect(isOnline()).toEqual([true, true]));
  b.app.modules.node.ownership?.dropAll();
  await eventually(async () => expect(isOnline()).toEqual([false, false]));
});

test('a driver who signs out on one node loses all screens on the other [OPS-38]', async () => {
  const driver = await a.driver('9300000002', 0);
  const { socket } = await liveSocket(b.url, driver.token);
  const gone = new Promise((resolve) => socket.once('disconnect', resolve));
  await driver.ask('signOut', {});
  await gone;
});

test('every node of the demo shows a one-time code, whichever node has sent it', async () => {
  await createClient(a.url).ask('login', { body: { mobile_no: '9300000009' } });
  const shown = () => createClient(b.url).ask('demoMessages', { query: { mobile: '9300000009' } });
  await eventually(async () => expect(await shown()).toEqual([expect.objectContaining({ code: expect.any(String) })]));
});

test('a rating that was given on one node is in the station list of every node', async () => {
  const listed = async () => (await b.app.modules.discovery.getStationWithChargePoints('test-station')).station.rate;
  const before = await listed();
  await a.app.modules.discovery.changeAverageRating('test-station', 4.5);
  await eventually(async () => expect(await listed()).not.toBe(before));
});

test('a tag that is blocked on one node is blocked at once in the list of another node’s charge point [OCPP-24]', async () => {
  const operator = await staffOf(a, 'owner', { email: 'lists@bijli.example' });
  const of = { params: { charger_id: 'FAST-1' } };
  const chargePoint = await b.chargePoint('FAST-1');
  await everywhereOnline();
  await operator.ask('addChargingToken', { body: { id_tag: 'VAN-1', label: 'van' } });
  await operator.ask('changeCharger', { ...of, body: { local_list: true } });
  const { localLists } = b.app.modules;
  const told = () => chargePoint.equipment.localList.find('VAN-1')?.status;
  const becomes = (status: string) =>
    eventually(async () => {
      await localLists.checkDue();
      expect(told()).toBe(status);
    });
  await becomes('Accepted');
  // Its answer is taken up, and nothing is left to look at.
  await eventually(async () => {
    await localLists.checkDue();
    const { rows } = await b.database.$client.query(
      'select 1 from charger_lists where version > 0 and command_id is null',
    );
    expect(rows).toHaveLength(1);
  });
  await localLists.checkDue();
  await operator.ask('blockChargingToken', { params: { id_tag: 'VAN-1' }, body: {} });
  await becomes('Blocked');
  await operator.ask('changeCharger', { ...of, body: { local_list: false } });
  await b.switchOff();
});

describe('the stream of commands of a charge point whose link is at another node', () => {
  const params = { charger_id: 'SLOW-1' };
  const open = (
    token: string,
    { lastId, id = 'SLOW-1', at = a }: { lastId?: string; id?: string; at?: TestNode } = {},
  ) => EventStream.open(at.url + operatorApi.streamChargerCommands.path.replace(':charger_id', id), token, lastId);
  type Told = z.output<typeof operatorApi.streamChargerCommands.event>;
  const readState = (stream: EventStream, id: string, state: Told['state']) =>
    stream.until<Told>((told) => told.id === id && told.state === state);
  const owner = () => staffOf(a, 'owner', { email: `${crypto.randomUUID()}@bijli.example` });
  const apiToken = async (by = owner()): Promise<{ token: string; id: number }> => {
    const maker = (await a.app.modules.staff.authenticate((await by).token)) ?? expect.fail();
    const asked = { name: 'follows', role: 'technician' as const };
    const { token, row } = await a.app.modules.staff.createApiToken(asked, maker, NO_AUDIT);
    return { token, id: row.id };
  };

  test('sends each state in order, a late answer, and after a reconnection what was missed', async () => {
    const operator = await owner();
    const stream = await open(operator.token);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    const update = { location: 'https://f.example/1', retrieveDate: '2026-11-20T10:00:00Z' };
    const body = {
      operation: 'UpdateFirmware',
      payload: update,
      deadline: new Date(Date.now() + HOUR_MS).toISOString(),
    };
    const { id } = (await operator.ask('commandCharger', { params, body })).command;
    await readState(stream, id, 'asked');
    const chargePoint = await bootedChargePoint(b.url, 'SLOW-1');
    await b.app.modules.commands.checkCommands();
    const sent = await chargePoint.wasAsked('UpdateFirmware');
    await readState(stream, id, 'sent');
    chargePoint.say([3, sent.id, {}]);
    await readState(stream, id, 'following');
    await chargePoint.call('FirmwareStatusNotification', { status: 'Downloading' });
    const downloading = await stream.until<Told>((told) => told.follow_ups.length === 1);
    expect(downloading).toMatchObject({
      id,
      state: 'following',
      answer: {},
      follow_ups: [{ payload: { status: 'Downloading' } }],
    });
    await stream.close();
    await chargePoint.call('FirmwareStatusNotification', { status: 'Installed' });

    const again = await open(operator.token, { lastId: stream.lastId });
    const done = await readState(again, id, 'done');
    const found = await operator.ask('getChargerCommand', { params: { ...params, command_id: id } });
    expect(done).toEqual(found.command);
    // As old as PostgreSQL could not even read.
    const oldest = await open(operator.token, { lastId: '-000001-01-01T00:00:00Z' });
    expect(await readState(oldest, id, 'done')).toEqual(done);
    await oldest.close();
    const { command } = await operator.ask('commandCharger', { params, body: { operation: 'ClearCache' } });
    const cleared = await chargePoint.wasAsked('ClearCache');
    await readState(again, command.id, 'sent');
    await a.database.$client.query("update charger_commands set sent_at = '2026-01-01' where id = $1", [command.id]);
    await b.app.modules.commands.checkCommands();
    await readState(again, command.id, 'timed_out');
    chargePoint.say([3, cleared.id, { status: 'Accepted' }]);
    expect(await readState(again, command.id, 'done')).toMatchObject({ late: true, answer: { status: 'Accepted' } });
    await again.close();
    await chargePoint.close();
  });

  test('shows tags only to staff who may see tags, and ends when the token does', async () => {
    const operator = await owner();
    const program = await apiToken();
    const [seen, shown] = [await open(program.token), await open(operator.token)];
    const payload = { idTag: 'NOBODYS-TAG' };
    const body = { operation: 'RemoteStartTransaction', payload };
    const { command } = await operator.ask('commandCharger', { params, body });
    const told = (stream: EventStream) => stream.until<Told>(({ id }) => id === command.id);
    expect((await told(shown)).payload).toEqual(payload);
    expect((await told(seen)).payload).not.toEqual(payload);
    await operator.ask('revokeApiToken', { params: { token_id: String(program.id) }, body: {} });
    await seen.ended();
    await operator.ask('staffSignOut', { body: {} });
    await shown.ended();
  });

  test('is refused to everybody while 64 are open at the node, until one of them ends', async () => {
    const status = (stream: EventStream) => stream.response.status;
    const maker = owner();
    const [ninth, ...callers] = await Promise.all(Array.from({ length: 9 }, () => apiToken(maker)));
    const opened = callers.flatMap(({ token }) => Array.from({ length: 8 }, () => open(token)));
    const streams = await Promise.all(opened);
    expect(streams.map(status)).toEqual(Array.from({ length: 64 }, () => 200));
    const refused = await open(ninth?.token ?? '');
    expect([status(refused), refused.response.headers.get('retry-after')]).toEqual([503, '30']);
    await streams.pop()?.close();
    await eventually(async () => {
      const stream = await open(ninth?.token ?? '');
      expect(status(stream)).toBe(200);
      streams.push(stream);
    });
    await Promise.all(streams.map((stream) => stream.close()));
  });

  test('is refused for too many of one caller, for an unknown charger, and while the server shuts down', async () => {
    const { token } = await apiToken();
    const code = async (stream: EventStream) => [stream.response.status, stream.response.headers.get('retry-after')];
    const streams = await Promise.all(Array.from({ length: 8 }, () => open(token)));
    expect(await code(await open(token))).toEqual([429, '30']);
    await streams.pop()?.close();
    await eventually(async () => {
      const stream = await open(token);
      expect(await code(stream)).toEqual([200, null]);
      streams.push(stream);
    });
    const { token: other } = await apiToken();
    expect(await code(await open(other, { id: 'NOBODY' }))).toEqual([404, null]);
    expect(await code(await open(other, { lastId: 'yesterday' }))).toEqual([400, null]);
    await Promise.all(streams.map((stream) => stream.close()));
    const last = await open(other, { at: b });
    b.app.modules.commands.endStreams();
    await last.ended();
    expect(await code(await open(other, { at: b }))).toEqual([503, '30']);
  });
});

test('a node that starts leaves a job to the node that runs it', async () => {
  const { $client: pool } = a.database;
  await pool.query("update jobs.job set state = 'active', started_on = now() where name = 'ledger-check'");
  await testNodes(1, wires, { beside: a });
  const { rows } = await pool.query("select state from jobs.job where name = 'ledger-check'");
  expect(rows).toEqual([{ state: 'active' }]);
});
