import { expect, test } from 'vitest';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Client } from '@bijli/contract/client';
import { openNatsWire } from '#cluster/nats-wire.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { eachOf } from '#kernel/each-of.ts';
import { ledgerCheck } from '#modules/ledger/index.ts';
import { STATION } from '#testing/app.ts';
import { atEnd } from '#testing/at-end.ts';
import { startOn } from '#testing/bare-transaction.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { nodeProcess, testNodes } from '#testing/nodes.ts';
import { openSwitch } from '#testing/switch.ts';
import { LEDGER_PARTS } from './ledger-parts.ts';

/** `npm run test:full nodes` has many charge at the node that is killed; it takes minutes. */
const CHARGES = Number(process.env['NODES_CHARGES'] ?? 0);
const AT_ONCE = 8;
const RECONNECTED_WITHIN_MS = 60 * SECOND_MS;
const PATIENCE = { timeout: 3 * 60 * SECOND_MS, interval: 500 };

/** All of them come from one address. */
const NO_LIMITS = {
  CODES_PER_ADDRESS_HOUR: '100000',
  CODES_PER_HOUR: '1000000',
  SIGN_INS_PER_ADDRESS_MINUTE: '100000',
  REQUESTS_PER_ADDRESS_MINUTE: '10000000',
  METER_SAMPLE_SECONDS: '5',
};

const slow = STATION.chargers.find(({ id }) => id === 'SLOW-1') ?? expect.fail();
const chargers = Array.from({ length: CHARGES }, (_, index) => ({ ...slow, id: `CROWD-${index}` }));

interface Charge {
  driver: Client;
  chargePoint: ChargePoint;
  booking: string;
}

test.skipIf(CHARGES === 0 || !hasNatsServer)(
  'a node that is killed with hundreds of charges loses no stop, starts none twice, keeps no hold and writes no bill twice',
  async () => {
    const nats = await startNats();
    const wire = () => openNatsWire(nats.url, { name: 'here', log: testLog });
    const [stack] = await testNodes(1, wire, { chargers, env: NO_LIMITS });
    if (!stack) return expect.fail();
    const killed = await nodeProcess(stack, nats.url);
    const door = await openSwitch(killed.port);
    atEnd(door.close);
    const charges: Charge[] = [];
    await eachOf([...chargers.entries()], AT_ONCE, async ([index, { id }]) => {
      const driver = await stack.driver(String(9_310_000_000 + index));
      const chargePoint = await stack.chargePoint(id, { url: `ws://127.0.0.1:${door.port}/ocpp` });
      await expect
        .poll(() => stack.app.modules.availability.connectorForStart(id, 1), PATIENCE)
        .toMatchObject({ isOnline: true, status: 'Available' });
      chargePoint.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 7_000 });
      const { invoice_number: booking } = await driver.ask('remoteStart', { body: startOn(id, 1, 5) });
      charges.push({ driver, chargePoint, booking });
    });
    const count = async (sql: string): Promise<number> =>
      Number((await stack.database.$client.query<{ count: string }>(sql)).rows[0]?.count);
    const charging = () => count("select count(*) from charging_sessions where state = 'charging'");
    await expect.poll(charging, PATIENCE).toBe(CHARGES);

    killed.child.kill('SIGKILL');
    await killed.ended;
    const from = performance.now();
    await door.refuse();
    await door.pass(Number(new URL(stack.url).port));
    const linkedHere = () =>
      count(`select count(*) from charger_links where connected_at is not null and node_id = '${stack.lease.nodeId}'`);
    await expect.poll(linkedHere, PATIENCE).toBe(CHARGES);
    const tookMs = Math.round(performance.now() - from);
    process.stdout.write(`   ${CHARGES} chargers are back after ${tookMs} ms\n`);
    expect(tookMs).toBeLessThan(RECONNECTED_WITHIN_MS);

    await eachOf(charges, AT_ONCE, async ({ driver, booking }) => {
      await driver.call('remoteStop', { body: { transaction_id: booking } });
    });
    await expect.poll(() => count('select count(*) from charging_sessions where ended_at is null'), PATIENCE).toBe(0);
    await eachOf(charges, AT_ONCE, async ({ driver, chargePoint, booking }) => {
      const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
      expect(data).toMatchObject({ status: 'completed', units_consumed: chargePoint.connector(1).registerWh / 1000 });
      expect(data).not.toHaveProperty('provisional');
      expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
    });
    expect(await count('select count(*) from charging_sessions')).toBe(CHARGES);
    expect(await count('select count(distinct reference) from invoices')).toBe(
      await count('select count(*) from invoices'),
    );
    expect(await ledgerCheck(stack.database, LEDGER_PARTS)).toEqual([]);
  },
  20 * 60 * SECOND_MS,
);
