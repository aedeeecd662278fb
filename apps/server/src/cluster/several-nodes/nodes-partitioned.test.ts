import { once } from 'node:events';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Client } from '@bijli/contract/client';
import { openNatsTransport } from '#cluster/nats-transport.ts';
import { HOUR_MS, SECOND_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { OUTCOME_TIMEOUT_MS } from '#modules/sessions/sessions-on-other-nodes.ts';
import { atEnd } from '#testing/at-end.ts';
import { fastStart, startOn } from '#testing/bare-transaction.ts';
import { BareChargePoint, connectedChargePoint } from '#testing/charge-point-fixture.ts';
import { databaseUrl } from '#testing/database.ts';
import { eventually, TWO_CHECKS_MS } from '#testing/eventually.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, natsPair } from '#testing/nats-server.ts';
import { nodeProcess, testNodes, type TestNode } from '#testing/nodes.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 };
/** Of a node of tests, with time to notice it. */
const LEASE_MS = 2500;
/** What it was about when the database fell silent gets two seconds to end. */
const LINK_ENDS_WITHIN_MS = 3 * SECOND_MS;

/** `npm test` tries one of a kind; `npm run test:full -- nodes` all. */
const IS_FULL = process.env['NODES_CHARGES'] !== undefined;
const testInFull = test.runIf(IS_FULL && hasNatsServer);

const nats = hasNatsServer ? await natsPair() : undefined;
const [here] = nats ? await testNodes(1, () => openNatsTransport(nats.first.url, { name: 'here', log: testLog })) : [];
const stack = here as TestNode;

afterEach(() => here?.switchOff());
afterAll(async () => {
  if (here) expect(await listLedgerProblems(here.database, LEDGER_PARTS)).toEqual([]);
});

/** The way of the second node to the database. */
const direct = here && new URL(databaseUrl(here.database));
const wire = direct && (await openTcpProxy(Number(direct.port)));
if (wire) atEnd(wire.close);
const second =
  direct &&
  wire &&
  (await nodeProcess(stack, nats?.second.url ?? '', {
    DATABASE_URL: Object.assign(new URL(direct), { port: String(wire.port) }).href,
  }));

/**
 * The second node, in a process of its own at the other NATS server, and a way of charge points to it, which may lead
 * here instead.
 */
async function another() {
  const other = second ?? expect.fail();
  // What the test before did to it is over.
  await eventually(async () => {
    for (const { url } of [stack, other])
      expect(await (await fetch(`${url}/health/ready`)).json()).toMatchObject({ status: 'ok' });
  });
  const door = await openTcpProxy(other.port);
  atEnd(door.close);
  return {
    ...other,
    door: `ws://127.0.0.1:${door.port}/ocpp`,
    async leadHere() {
      await door.refuse();
      await door.pass(Number(new URL(stack.url).port));
    },
  };
}

const A_NODE_STARTS = { timeout: 60 * SECOND_MS };

const online = (id: string, connector = 1) =>
  eventually(async () => {
    const offer = await stack.app.modules.availability.findConnectorForStart(id, connector);
    expect(offer).toMatchObject({ isOnline: true, status: 'Available' });
  });

async function ownerOf(id: string): Promise<string | undefined> {
  const { rows } = await stack.database.$client.query<{ node_id: string }>(
    'select node_id from charger_links where charger_id = $1',
    [id],
  );
  return rows[0]?.node_id;
}

const countOf = async (table: string): Promise<number> => {
  const { rows } = await stack.database.$client.query<{ count: number }>(`select count(*)::int from ${table}`);
  return rows[0]?.count ?? 0;
};

/** The car that was just plugged in there is seen here: what was there before it is over. */
const plugged = (id: string, connector = 1) =>
  eventually(async () => {
    const offer = await stack.app.modules.availability.findConnectorForStart(id, connector);
    expect(offer).toMatchObject({ isOnline: true, status: 'Preparing' });
  });

/** A charge on the first connector of the fast charger, which is linked at the door. */
async function charging(driver: Client, door: string) {
  // A node whose database was away until a moment ago tells charge points to come again.
  const chargePoint = await eventually(() => stack.chargePoint('FAST-1', { url: door }));
  await online('FAST-1');
  await online('FAST-1', 2);
  const fromWh = chargePoint.connector(1).registerWh;
  const begun = new Set<number>();
  chargePoint.on('transactionStarted', ({ id }, isAccepted) => isAccepted && id && begun.add(id));
  chargePoint.plug(1, CAR);
  await plugged('FAST-1');
  // This node has heard that the other has it. Until they both hear each other, the driver is told to try again.
  await eventually(() => expect(stack.app.modules.node.owners.owns('FAST-1')).toBe(false));
  const { invoice_number: booking } = await eventually(() => driver.ask('remoteStart', { body: fastStart(1, 20) }));
  await eventually(() => expect(chargePoint.connector(1).registerWh).toBeGreaterThan(fromWh));
  return {
    chargePoint,
    booking,
    /** It goes on and can be seen to, until its driver stops it, and is billed once and by its meter. */
    async endsInOrder() {
      // Without NATS the other node reads the stop in one check and asks for it in the next.
      await eventually(async () => {
        await driver.call('remoteStop', { body: { transaction_id: booking } });
        expect((await driver.ask('paymentDetails', { query: { payment_id: booking } })).data.status).toBe('completed');
      }, TWO_CHECKS_MS);
      const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
      expect(data.units_consumed).toBe((chargePoint.connector(1).registerWh - fromWh) / 1000);
      expect(data).not.toHaveProperty('provisional');
      expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
      expect(begun.size).toBe(1);
      const { rows } = await stack.database.$client.query('select from invoices where reference = $1', [booking]);
      expect(rows).toHaveLength(1);
    },
  };
}

/** The slow charger, which has dialled in at that door. */
async function slowAt(door: string): Promise<BareChargePoint> {
  const bare = await new BareChargePoint(`${door}/SLOW-1`, { password: 'secret-SLOW-1' }).open();
  await bare.boot();
  await bare.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  return bare;
}

describe.skipIf(!hasNatsServer)('NATS is split: each node has one of two servers that are not connected', () => {
  afterEach(() => nats?.between.pass());

  test(
    'charges continue and stop; a start at the other node’s charger is refused with its money back, and works once NATS is whole again',
    A_NODE_STARTS,
    async () => {
      const other = await another();
      const [driver, late] = [await stack.driver('9300000071'), await stack.driver('9300000072')];
      const charge = await charging(driver, other.door);
      await nats?.between.refuse();
      // Neither of them can know.
      expect(await (await fetch(`${stack.url}/health/ready`)).json()).toMatchObject({ status: 'ok' });
      // At once, and not by waiting for what a node would tell that has it.
      const from = performance.now();
      expect(await late.call('remoteStart', { body: fastStart(2) })).toMatchObject({ code: 'charger_offline' });
      expect(performance.now() - from).toBeLessThan(OUTCOME_TIMEOUT_MS);
      expect((await late.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
      // Stopped here, by the row, which the other node reads.
      await charge.endsInOrder();
      await nats?.between.pass();
      charge.chargePoint.plug(2, CAR);
      const fromWh = charge.chargePoint.connector(2).registerWh;
      const { invoice_number: booking } = await eventually(() => late.ask('remoteStart', { body: fastStart(2) }));
      await eventually(() => expect(charge.chargePoint.connector(2).registerWh).toBeGreaterThan(fromWh));
      await eventually(async () => {
        await late.call('remoteStop', { body: { transaction_id: booking } });
        expect((await late.ask('paymentDetails', { query: { payment_id: booking } })).data.status).toBe('completed');
      });
    },
  );

  test('a start at a node that does not yet know that the other has the charger is refused with its money back', async () => {
    const other = await another();
    const driver = await stack.driver('9300000078');
    const older = await slowAt(`${stack.url.replace('http', 'ws')}/ocpp`);
    await eventually(() => expect(stack.app.modules.node.owners.owns('SLOW-1')).toBe(true));
    await online('SLOW-1');
    await nats?.between.refuse();
    const newer = await slowAt(other.door);
    expect(stack.app.modules.node.owners.owns('SLOW-1')).toBe(true);
    expect(await driver.call('remoteStart', { body: startOn('SLOW-1', 1, 5) })).toMatchObject({
      code: 'charger_offline',
    });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
    for (const bare of [older, newer])
      expect(bare.asked.map(({ action }) => action)).not.toContain('RemoteStartTransaction');
    await older.close();
    await newer.close();
  });

  test('a start that a charger accepts while another node takes over is reported to the driver as begun, and waits for the car', async () => {
    const other = await another();
    const driver = await stack.driver('9300000079');
    const older = await slowAt(`${stack.url.replace('http', 'ws')}/ocpp`);
    await eventually(() => expect(stack.app.modules.node.owners.owns('SLOW-1')).toBe(true));
    await online('SLOW-1');
    await nats?.between.refuse();
    const begins = driver.ask('remoteStart', { body: startOn('SLOW-1', 1, 5) });
    const { id } = await older.wasAsked('RemoteStartTransaction');
    const newer = await slowAt(other.door);
    const from = performance.now();
    older.say([3, id, { status: 'Accepted' }]);
    const { invoice_number: booking } = await begins;
    expect(performance.now() - from).toBeLessThan(OUTCOME_TIMEOUT_MS);
    const { rows } = await stack.database.$client.query('select state from charging_sessions where booking_id = $1', [
      booking,
    ]);
    expect(rows).toEqual([{ state: 'accepted' }]);
    await nats?.between.pass();
    await driver.call('remoteStop', { body: { transaction_id: booking } });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
    await older.close();
    await newer.close();
  });

  test('a start that arrives too late is not sent to the charger', A_NODE_STARTS, async () => {
    const other = await another();
    const driver = await stack.driver('9300000073');
    const bare = await new BareChargePoint(`${other.door}/SLOW-1`, { password: 'secret-SLOW-1' }).open();
    await bare.boot();
    await bare.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
    await online('SLOW-1');
    nats?.between.hang();
    expect(await driver.call('remoteStart', { body: startOn('SLOW-1', 1, 5) })).toMatchObject({
      code: 'charger_offline',
    });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
    await nats?.between.pass();
    const begins = driver.ask('remoteStart', { body: startOn('SLOW-1', 1, 5) });
    // The one that came in time; what came before it on the same way is not there.
    bare.say([3, (await bare.wasAsked('RemoteStartTransaction')).id, { status: 'Rejected' }]);
    await expect(begins).rejects.toThrow('charger_rejected');
    expect(bare.asked.filter(({ action }) => action === 'RemoteStartTransaction')).toHaveLength(1);
    expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
    await bare.close();
  });

  // The rows are read every ten seconds.
  testInFull(
    'if two nodes both have a link of one charger, the later one owns it in the database, and the other accepts this when it is connected again',
    A_NODE_STARTS,
    async () => {
      const other = await another();
      const driver = await stack.driver('9300000074');
      const charge = await charging(driver, other.door);
      await nats?.between.refuse();
      const { url } = other;
      // The same charger once more, at this node; the other hears nothing of it, and keeps its link.
      const bare = await connectedChargePoint(stack.url, 'FAST-1');
      const cut = once(charge.chargePoint, 'offline');
      await eventually(async () => expect(await ownerOf('FAST-1')).toBe(stack.lease.nodeId));
      // It reads it in the rows.
      await cut;
      await bare.close();
      await other.leadHere();
      await charge.endsInOrder();
      await nats?.between.pass();
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      expect(await ownerOf('FAST-1')).toBe(stack.lease.nodeId);
    },
  );
});

test.skipIf(!hasNatsServer)(
  'a node that silently loses the database lets its chargers go when its lease ends; another takes them, and nothing of the first is written later',
  A_NODE_STARTS,
  async () => {
    const other = await another();
    const driver = await stack.driver('9300000075');
    const charge = await charging(driver, other.door);
    const cut = once(charge.chargePoint, 'offline');
    const from = performance.now();
    wire?.hang();
    await cut;
    const tookMs = Math.round(performance.now() - from);
    process.stdout.write(`   links ended ${tookMs} ms after the database fell silent; the lease is ${LEASE_MS} ms\n`);
    // A machine that has much else to do, as in `npm test`, is late.
    if (IS_FULL) expect(tookMs).toBeLessThan(LEASE_MS + LINK_ENDS_WITHIN_MS);
    expect((await fetch(`${other.url}/health/ready`)).status).toBe(503);
    await other.leadHere();
    await eventually(async () => expect(await ownerOf('FAST-1')).toBe(stack.lease.nodeId));
    await charge.endsInOrder();
    const sessions = await countOf('charging_sessions');
    await wire?.pass();
    await eventually(async () => expect((await fetch(`${other.url}/health/ready`)).status).toBe(200));
    expect(await ownerOf('FAST-1')).toBe(stack.lease.nodeId);
    expect(await countOf('charging_sessions')).toBe(sessions);
  },
);

testInFull.each([
  ['ahead', '9300000076', HOUR_MS],
  ['behind', '9300000077', -HOUR_MS],
])(
  'a node whose clock jumps an hour %s during a charge loses neither the charge nor a rupee, and serves again',
  A_NODE_STARTS,
  async (_, mobile, ms) => {
    const other = await another();
    const driver = await stack.driver(mobile);
    const charge = await charging(driver, other.door);
    other.setClockAhead(ms);
    const before = charge.chargePoint.connector(1).registerWh;
    await eventually(() => expect(charge.chargePoint.connector(1).registerWh).toBeGreaterThan(before));
    await eventually(async () => expect((await fetch(`${other.url}/health/ready`)).status).toBe(200));
    await eventually(() => expect(charge.chargePoint.isOnline).toBe(true));
    await charge.endsInOrder();
    other.setClockAhead(0);
  },
);
