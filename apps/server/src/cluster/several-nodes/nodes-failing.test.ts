import { once } from 'node:events';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import { createClient, type Client } from '@bijli/contract/client';
import { openNatsTransport } from '#cluster/nats-transport.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { atEnd } from '#testing/at-end.ts';
import { fastStart, startOn } from '#testing/bare-transaction.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { eventually, TWO_CHECKS_MS } from '#testing/eventually.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { nodeProcess, testNodes, type NodeProcess, type TestNode } from '#testing/nodes.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 };
const test_ = test.skipIf(!hasNatsServer);

const nats = hasNatsServer ? await startNats() : undefined;
const [here] = nats ? await testNodes(1, () => openNatsTransport(nats.url, { name: 'here', log: testLog })) : [];
const stack = here as TestNode;

let running: NodeProcess | undefined;

/** The second node, in a process of its own; another one after it was killed. */
async function secondNode(): Promise<NodeProcess> {
  if (!running || running.child.signalCode !== null) running = await nodeProcess(stack, nats?.url ?? '');
  const { url } = running;
  // What the test before did to it is over. A process that was suspended may need long on a busy machine.
  await eventually(async () => {
    for (const node of [stack.url, url])
      expect(await (await fetch(`${node}/health/ready`)).json()).toMatchObject({ status: 'ok' });
  }, 60 * SECOND_MS);
  return running;
}

/** The second node, and a way of charge points to it, which leads here once it is gone. */
async function another(): Promise<NodeProcess & { door: string; lead: (to: TestNode) => Promise<void> }> {
  const other = await secondNode();
  const door = await openTcpProxy(other.port);
  atEnd(door.close);
  return {
    ...other,
    door: `ws://127.0.0.1:${door.port}/ocpp`,
    async lead(to) {
      await door.refuse();
      await door.pass(Number(new URL(to.url).port));
    },
  };
}

const online = (id: string, connector = 1) =>
  eventually(async () => {
    const offer = await stack.app.modules.availability.findConnectorForStart(id, connector);
    expect(offer).toMatchObject({ isOnline: true, status: 'Available' });
  });

/** The car that was just plugged in there is seen here: what was there before it is over. */
const plugged = (id: string, connector = 1) =>
  eventually(async () => {
    const offer = await stack.app.modules.availability.findConnectorForStart(id, connector);
    expect(offer).toMatchObject({ isOnline: true, status: 'Preparing' });
  });

async function begun(driver: Client, chargePoint: ChargePoint, id: string, connector: number): Promise<string> {
  await online(id, connector);
  chargePoint.plug(connector, CAR);
  await plugged(id, connector);
  // A start is refused if the other node does not take it within a second, which happens on a busy machine.
  const { invoice_number: booking } = await eventually(() =>
    driver.ask('remoteStart', { body: startOn(id, connector, 5) }),
  );
  await eventually(() => expect(chargePoint.connector(connector).registerWh).toBeGreaterThan(0));
  await untilCharging(driver, booking);
  return booking;
}

/** Until its node has stored the report of the start, a stop would cancel it. */
const untilCharging = (driver: Client, booking: string) =>
  eventually(async () => {
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(data).toMatchObject({ status: 'charging' });
  });

/** A start that the slow charger was asked for and has not answered. A refused start is tried again. */
const sent = (driver: Client, bare: BareChargePoint) =>
  eventually(async () => {
    const answer = driver.call('remoteStart', { body: startOn('SLOW-1', 1, 5) });
    const first = await Promise.race([bare.wasAsked('RemoteStartTransaction'), answer]);
    if (!('payload' in first)) throw new Error(`The start is refused: ${JSON.stringify(first)}`);
    return { answer, id: first.id, idTag: (first.payload as { idTag: string }).idTag };
  });

async function stopped(
  driver: Client,
  booking: string,
  chargePoint: ChargePoint,
  connector: number,
  fromWh = 0,
): Promise<void> {
  // Without NATS the other node reads the stop in one check and asks for it in the next.
  await eventually(async () => {
    await driver.call('remoteStop', { body: { transaction_id: booking } });
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(data).toMatchObject({ status: 'completed' });
  }, TWO_CHECKS_MS);
  const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
  expect(data.units_consumed).toBe((chargePoint.connector(connector).registerWh - fromWh) / 1000);
  expect(data).not.toHaveProperty('provisional');
  expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
}

afterEach(() => here?.switchOff());
afterAll(async () => {
  if (here) expect(await listLedgerProblems(here.database, LEDGER_PARTS)).toEqual([]);
});

test_(
  'when a node is killed its chargers reconnect to another node, where each charge is stopped and billed by its meter [OPS-31]',
  async () => {
    const other = await another();
    const drivers = [
      await stack.driver('9300000011'),
      await stack.driver('9300000012'),
      await stack.driver('9300000013'),
    ];
    const fast = await stack.chargePoint('FAST-1', { url: other.door });
    const slow = await stack.chargePoint('SLOW-1', { url: other.door });
    const charges = [
      [fast, 'FAST-1', 1],
      [fast, 'FAST-1', 2],
      [slow, 'SLOW-1', 1],
    ] as const;
    const bookings: string[] = [];
    for (const [index, [chargePoint, id, connector]] of charges.entries())
      bookings.push(await begun(drivers[index] as Client, chargePoint, id, connector));
    other.child.kill('SIGKILL');
    await other.ended;
    await other.lead(stack);
    for (const [index, [chargePoint, , connector]] of charges.entries())
      await stopped(drivers[index] as Client, bookings[index] ?? '', chargePoint, connector);
  },
);

test_(
  'a node that was suspended while others took over its chargers writes nothing for them when it wakes, and serves again [OPS-32]',
  async () => {
    const other = await another();
    const driver = await stack.driver('9300000021');
    const chargePoint = await stack.chargePoint('FAST-1', { url: other.door });
    const booking = await begun(driver, chargePoint, 'FAST-1', 1);
    other.child.kill('SIGSTOP');
    await other.lead(stack);
    const owner = async () => {
      const { rows } = await stack.database.$client.query<{ node_id: string }>(
        "select node_id from charger_links where charger_id = 'FAST-1'",
      );
      return rows[0]?.node_id;
    };
    await eventually(async () => expect(await owner()).toBe(stack.lease.nodeId));
    await stopped(driver, booking, chargePoint, 1);
    await eventually(async () => {
      const { rowCount } = await stack.database.$client.query(
        'select from nodes where id = $1 and lease_until > clock_timestamp()',
        [other.id],
      );
      expect(rowCount).toBe(0);
    });
    other.child.kill('SIGCONT');
    const there = Object.assign(createClient(other.url), { token: driver.token });
    await eventually(async () => {
      const ready = await fetch(`${other.url}/health/ready`);
      expect(ready.status).toBe(200);
      const { rowCount } = await stack.database.$client.query(
        'select from nodes where id = $1 and lease_until > clock_timestamp()',
        [other.id],
      );
      expect(rowCount).toBe(1);
    });
    chargePoint.unplug(1);
    await online('FAST-1');
    expect(await owner()).toBe(stack.lease.nodeId);
    const { registerWh } = chargePoint.connector(1);
    chargePoint.plug(1, CAR);
    // It has read again where links stand.
    const { invoice_number: next } = await eventually(() => there.ask('remoteStart', { body: fastStart(1) }));
    // A charge that is stopped before it has energy ends as failed.
    await eventually(() => expect(chargePoint.connector(1).registerWh).toBeGreaterThan(registerWh));
    await untilCharging(there, next);
    await stopped(there, next, chargePoint, 1, registerWh);
  },
);

test_(
  'without NATS charges continue and stop; a start at another node’s charger is refused within a second with its money back, and everything works when NATS is back [OPS-33]',
  async () => {
    const other = await another();
    const [driver, second] = [await stack.driver('9300000031'), await stack.driver('9300000032')];
    const chargePoint = await stack.chargePoint('FAST-1', { url: other.door });
    const booking = await begun(driver, chargePoint, 'FAST-1', 1);
    await online('FAST-1', 2);
    await nats?.stop();
    await eventually(() => expect(stack.app.modules.node.bus?.problem()).toBeDefined());
    expect(await (await fetch(`${stack.url}/health/ready`)).json()).toMatchObject({ status: 'degraded' });
    const from = performance.now();
    expect(await second.call('remoteStart', { body: fastStart(2) })).toMatchObject({ code: 'charger_offline' });
    expect(performance.now() - from).toBeLessThan(1500);
    expect((await second.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
    const { registerWh } = chargePoint.connector(1);
    const { rows: before } = await stack.database.$client.query<{ count: number }>(
      'select count(*)::int from meter_samples',
    );
    await eventually(async () => {
      const { rows } = await stack.database.$client.query<{ count: number }>('select count(*)::int from meter_samples');
      expect(rows[0]?.count).toBeGreaterThan(before[0]?.count ?? 0);
    });
    expect(chargePoint.connector(1).registerWh).toBeGreaterThan(registerWh);
    // The row says that it shall stop, and the node that has the charger reads it there.
    expect(await driver.call('remoteStop', { body: { transaction_id: booking } })).toMatchObject({
      code: 'stop_silent',
    });
    await stopped(driver, booking, chargePoint, 1);
    await nats?.start();
    chargePoint.plug(2, CAR);
    const { invoice_number: next } = await eventually(() => second.ask('remoteStart', { body: fastStart(2) }));
    // A charge that is stopped before it has energy ends as failed.
    await eventually(() => expect(chargePoint.connector(2).registerWh).toBeGreaterThan(0));
    await untilCharging(second, next);
    await stopped(second, next, chargePoint, 2);
  },
);

test_(
  'if a node dies between a charger’s start and the answer, the hold is released, and a charge that has begun anyway gets a new hold, once [OPS-34]',
  async () => {
    const other = await another();
    const driver = await stack.driver('9300000041');
    const bare = await new BareChargePoint(`${other.door}/SLOW-1`, { password: 'secret-SLOW-1' }).open();
    await bare.boot();
    await bare.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
    await online('SLOW-1');
    const { answer, idTag } = await sent(driver, bare);
    const begunAt = new Date();
    other.child.kill('SIGKILL');
    expect(await answer).toMatchObject({ code: 'start_link_lost' });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
    await other.lead(stack);
    const again = await new BareChargePoint(`${other.door}/SLOW-1`, { password: 'secret-SLOW-1' }).open();
    const start = { connectorId: 1, idTag, meterStart: 1000, timestamp: begunAt.toISOString() };
    const first = (await again.call('StartTransaction', start))[2] as { transactionId: number };
    const repeat = (await again.call('StartTransaction', start))[2];
    expect(repeat).toMatchObject({ transactionId: first.transactionId, idTagInfo: { status: 'Accepted' } });
    expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBeGreaterThan(0);
    const end = { transactionId: first.transactionId, meterStop: 2000, timestamp: new Date().toISOString() };
    await again.call('StopTransaction', end);
    const { wallet } = await driver.ask('getWallet', { query: {} });
    expect(wallet.held).toBe(0);
    expect(wallet.balance).toBeLessThan(500);
    await again.close();
  },
);

test_(
  'of two links of one charger the newer one counts, whichever nodes they reach; reports over the older one are ignored [OPS-35]',
  async () => {
    const other = await another();
    const driver = await stack.driver('9300000051');
    const dial = (at: string) => new BareChargePoint(`${at}/SLOW-1`, { password: 'secret-SLOW-1' }).open();
    const ownDoor = `${stack.url.replace('http', 'ws')}/ocpp`;
    const older = await dial(ownDoor);
    await older.boot();
    await older.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
    await online('SLOW-1');
    const { answer, id, idTag } = await sent(driver, older);
    older.say([3, id, { status: 'Accepted' }]);
    expect(await answer).toMatchObject({ success: true });
    const start = { connectorId: 1, idTag, meterStart: 1000, timestamp: new Date().toISOString() };
    const { transactionId } = (await older.call('StartTransaction', start))[2] as { transactionId: number };
    // Nobody tells this node that another has the charger: the database does, when it writes.
    await nats?.stop();
    const newer = await dial(other.door);
    const beat = await newer.call('Heartbeat', {});
    expect(beat[0]).toBe(3);
    const cut = once(older.socket, 'close');
    older.say([2, 'late', 'StopTransaction', { transactionId, meterStop: 9000, timestamp: new Date().toISOString() }]);
    await cut;
    expect((await driver.ask('chargingSessionList', {})).data[0]).toMatchObject({ status: 'charging' });
    await newer.call('StopTransaction', { transactionId, meterStop: 2000, timestamp: new Date().toISOString() });
    expect((await driver.ask('chargingSessionList', {})).data[0]).toMatchObject({ status: 'completed' });
    expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
    await nats?.start();
    await newer.close();
  },
);
