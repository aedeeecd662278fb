import { expect, test } from 'vitest';
import { ChargePoint } from '@bijli/charge-point/charge-point';
import { createClient, type Client } from '@bijli/contract/client';
import { DEMO_CREDENTIALS } from '@bijli/payment-sandbox/demo';
import { createSandbox } from '@bijli/payment-sandbox/sandbox';
import { openDatabase } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { signedUp, STATION } from '#testing/app.ts';
import { atEnd } from '#testing/at-end.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { eventually } from '#testing/eventually.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { nodeProcess } from '#testing/nodes.ts';
import { commitBeforeNewestMigration, runIn, treeOf } from '#testing/older-tree.ts';
import { ownPostgres } from '#testing/own-postgres.ts';
import { SUPPLIER } from '#testing/supplier.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

const isTried = process.env['NODES_CHARGES'] !== undefined && hasNatsServer && commitBeforeNewestMigration;

/** As a node of that code begins on an empty database. */
const BRING_UP = `
  const { openDatabase } = await server('db/database.ts');
  const { migrate } = await server('db/migrate.ts');
  const { createLog } = await server('kernel/log.ts');
  const { saveFirstSupplier } = await server('modules/invoices/index.ts');
  const { importStations } = await server('modules/network/index.ts');
  const { seedVehicles } = await server('seed/seed-vehicles.ts');
  const log = createLog('silent');
  const database = openDatabase(input.url, log, 2);
  await migrate(database, log);
  await saveFirstSupplier(database, input.supplier, new Date());
  await seedVehicles(database);
  const stations = { meta: { demo: true }, stations: [input.station] };
  await importStations(database, new Date(), stations, { fleetSecret: (id) => 'secret-' + id });
  await database.$client.end();`;

test.runIf(isTried)(
  'a node of the commit before the newest migration works beside a node of this code, which migrates during its session; each starts and stops at the other’s charger, and the older one ends during a session',
  { timeout: 180 * SECOND_MS },
  async () => {
    const tree = treeOf(commitBeforeNewestMigration ?? expect.fail());
    const nats = await startNats();
    const { url } = await ownPostgres();
    runIn(tree, BRING_UP, { url, supplier: SUPPLIER, station: STATION });
    const database = openDatabase(url, testLog, 4);
    atEnd(() => database.$client.end());
    const migrations = async () =>
      (await database.$client.query('select from drizzle.__drizzle_migrations')).rowCount ?? 0;
    const sandbox = await createSandbox(DEMO_CREDENTIALS);
    atEnd(() => sandbox.close());
    const older = await nodeProcess({ database, sandbox }, nats.url, {}, tree);
    sandbox.setWebhookUrl(`${older.url}/webhooks/:provider`);
    const [first, second] = [await signedUp(older.url, '9300000081'), await signedUp(older.url, '9300000082')];
    const door = await openTcpProxy(older.port);
    atEnd(door.close);
    const chargePoint = await dialledIn('FAST-1', door.port);
    const begin = async (driver: Client, connector: number): Promise<string> => {
      const fromWh = chargePoint.connector(connector).registerWh;
      chargePoint.plug(connector, { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 });
      const { invoice_number: booking } = await eventually(() =>
        driver.ask('remoteStart', { body: fastStart(connector, 10) }),
      );
      await eventually(() => expect(chargePoint.connector(connector).registerWh).toBeGreaterThan(fromWh));
      return booking;
    };
    const booking = await begin(first, 1);

    // The newer begins as at an update: it migrates while the older serves and its charger charges.
    const before = await migrations();
    await migrate(database, testLog);
    expect(await migrations()).toBeGreaterThan(before);
    const newer = await nodeProcess({ database, sandbox }, nats.url);
    for (const node of [older, newer]) expect((await fetch(`${node.url}/health/ready`)).status).toBe(200);
    const atNewer = (driver: Client): Client => Object.assign(createClient(newer.url), { token: driver.token });

    // Each driver at one node, the charger at the other.
    const other = await begin(atNewer(second), 2);
    await ended(atNewer(second), other, () => chargePoint.connector(2).registerWh);
    expect((await first.ask('chargingSessionList', {})).data[0]).toMatchObject({ status: 'charging' });
    await door.refuse();
    await door.pass(newer.port);
    await eventually(() => expect(chargePoint.isOnline).toBe(true));
    chargePoint.unplug(2);
    const fromWh = chargePoint.connector(2).registerWh;
    const third = await begin(second, 2);
    await ended(second, third, () => chargePoint.connector(2).registerWh - fromWh);

    older.child.kill('SIGKILL');
    await older.ended;
    await ended(atNewer(first), booking, () => chargePoint.connector(1).registerWh);
    const { rows } = await database.$client.query('select reference from invoices order by reference');
    expect(rows.map(({ reference }: { reference: string }) => reference)).toEqual([booking, other, third].toSorted());
    expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  },
);

async function dialledIn(id: string, port: number): Promise<ChargePoint> {
  const { model, connectors } = STATION.chargers.find((one) => one.id === id) ?? expect.fail();
  const chargePoint = new ChargePoint({
    id,
    url: `ws://127.0.0.1:${port}/ocpp`,
    password: `secret-${id}`,
    vendor: 'Test',
    model,
    connectors: connectors.map(({ number, type, maxKW }) => ({ number, type, current: 'DC', maxPowerW: maxKW * 1000 })),
    maxReconnectMs: SECOND_MS,
  });
  atEnd(() => chargePoint.close());
  await chargePoint.connect();
  return chargePoint;
}

/** Its driver stops it, and it is billed by its meter. */
async function ended(driver: Client, booking: string, energyWh: () => number): Promise<void> {
  await eventually(async () => {
    await driver.call('remoteStop', { body: { transaction_id: booking } });
    expect((await driver.ask('paymentDetails', { query: { payment_id: booking } })).data.status).toBe('completed');
  });
  const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
  expect(data.units_consumed).toBe(energyWh() / 1000);
  expect(data).not.toHaveProperty('provisional');
  expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
}
