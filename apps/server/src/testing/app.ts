import type { Logger } from 'pino';
import { ChargePoint, type ChargePointOptions } from '@bijli/charge-point/charge-point';
import type { Clock as ChargePointClock } from '@bijli/charge-point/clock';
import { createClient, type Client } from '@bijli/contract/client';
import { DEMO_CREDENTIALS, providerAddresses } from '@bijli/payment-sandbox/demo';
import { createSandbox, type Sandbox } from '@bijli/payment-sandbox/sandbox';
import { createApp, type App } from '#app.ts';
import { parseConfig } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { importStations } from '#modules/network/index.ts';
import { seedVehicles } from '#seed/seed-vehicles.ts';
import type { NodeOptions } from '../node-parts.ts';
import { atEnd } from './at-end.ts';
import { databaseUrl, testDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { testLog } from './log.ts';
import { QUICK_COST } from './staff.ts';

/** One station with two charge points: a fast one with two connectors, and a slow one. */
export const STATION = {
  id: 'test-station',
  name: 'Test Station',
  address: '1 Test Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
  lat: 12.97,
  lng: 77.59,
  access: 'public',
  network: 'Test',
  openHours: '24x7',
  amenities: [],
  autocharge: false,
  tariff: [
    { current: 'DC', pricePerKWh: 1500 },
    { current: 'AC', pricePerKWh: 1200 },
  ],
  chargers: [
    {
      id: 'FAST-1',
      name: 'Fast',
      vendor: 'Test',
      model: 'T240',
      current: 'DC',
      capacityKW: 240,
      fleet: true,
      connectors: [
        {
          number: 1,
          type: 'CCS2',
          maxKW: 240,
        },
        {
          number: 2,
          type: 'CCS2',
          maxKW: 240,
        },
      ],
    },
    {
      id: 'SLOW-1',
      name: 'Slow',
      vendor: 'Test',
      model: 'T7',
      current: 'AC',
      capacityKW: 7.4,
      fleet: true,
      connectors: [
        {
          number: 1,
          type: 'Type 2',
          maxKW: 7.4,
        },
      ],
    },
  ],
};
const SECRET = (chargePointId: string) => `secret-${chargePointId}`;

export interface TestApp {
  app: App;
  /** The database for direct access, without the server. */
  database: Database;
  url: string;
  sandbox: Sandbox;
  /** Creates a driver who is signed in, has a vehicle, and has paid rupees into the wallet through the payment page. */
  driver(mobile: string, rupees?: number): Promise<Client>;
  /** Connects a simulated charge point of the test station. */
  chargePoint(id: string, more?: Partial<ChargePointOptions>): Promise<ChargePoint>;
  /** Switches off every simulated charge point. */
  switchOff(): Promise<void>;
}

/** Starts the whole server on its own database, with the payment sandbox over HTTP. It ends with the test file. */
export async function testApp({
  clock = systemClock,
  chargePointClock,
  env = {},
  chargers = STATION.chargers,
  log = testLog,
  postgresUrl,
  reach,
  beside,
  node,
}: {
  clock?: Clock;
  /** The clock of the simulated charge points. By default they run in real time. */
  chargePointClock?: ChargePointClock;
  env?: Record<string, string>;
  /** The charge points of the test station. */
  chargers?: typeof STATION.chargers;
  log?: Logger;
  /** The URL of a migrated, empty database in another PostgreSQL than the common one. */
  postgresUrl?: string | undefined;
  /** Opens the database for the server, if it must not connect directly. */
  reach?: (url: string) => Promise<Database>;
  /** Another node, whose database and sandbox this one shares. */
  beside?: TestApp | undefined;
  node?: () => NodeOptions;
} = {}): Promise<TestApp> {
  const own = beside?.database ?? (await seededDatabase(clock, chargers, postgresUrl));
  const sandbox = beside?.sandbox ?? (await createSandbox({ ...DEMO_CREDENTIALS, webhookRetriesMs: [20, 40, 80] }));
  const database = reach ? await reach(databaseUrl(own)) : own;
  const config = parseConfig({
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    ...providerAddresses(sandbox.url),
    METER_SAMPLE_SECONDS: '1',
    // One driver's requests race in some tests, so the limit must be out of the way.
    REQUESTS_AT_ONCE: '1000',
    MAP_TILES_URL: 'none',
    ...env,
  });
  const app = await createApp({
    config,
    database,
    clock,
    log,
    pages: undefined,
    checksReplies: true,
    passwordCost: QUICK_COST,
    node: node?.(),
  });
  const url = await app.listen();
  if (!beside) sandbox.setWebhookUrl(`${url}/webhooks/:provider`);
  const chargePoints: ChargePoint[] = [];
  const switchOff = async (): Promise<void> => {
    await Promise.all(chargePoints.splice(0).map((chargePoint) => chargePoint.close()));
  };
  atEnd(async () => {
    await switchOff();
    if (!beside) await sandbox.close();
    await app.close();
  });

  return {
    app,
    database: own,
    url,
    sandbox,
    switchOff,

    driver: (mobile, rupees) => signedUp(url, mobile, rupees),

    async chargePoint(id, more = {}) {
      const described = chargers.find((charger) => charger.id === id);
      if (!described) throw new Error(`The test station has no charger ${id}.`);
      const chargePoint = simulated(described, url, { ...(chargePointClock && { clock: chargePointClock }), ...more });
      chargePoints.push(chargePoint);
      await chargePoint.connect();
      return chargePoint;
    },
  };
}

function simulated(
  { id, model, current, connectors }: (typeof STATION.chargers)[number],
  url: string,
  more: Partial<ChargePointOptions>,
): ChargePoint {
  return new ChargePoint({
    id,
    url: `${url.replace('http', 'ws')}/ocpp`,
    password: SECRET(id),
    vendor: 'Test',
    model,
    connectors: connectors.map(({ number, type, maxKW }) => ({
      number,
      type,
      current: current === 'DC' ? 'DC' : 'AC',
      maxPowerW: maxKW * 1000,
    })),
    ...more,
  });
}

async function seededDatabase(
  clock: Clock,
  chargers: typeof STATION.chargers,
  postgresUrl: string | undefined,
): Promise<Database> {
  const database = await testDatabase(postgresUrl);
  await seedVehicles(database);
  const stations = [{ ...STATION, chargers }];
  await importStations(database, clock.now(), { meta: { demo: true }, stations }, { fleetSecret: SECRET });
  return database;
}

/** Creates a driver like `TestApp.driver`, at the server with this URL. */
export async function signedUp(url: string, mobile: string, rupees = 500): Promise<Client> {
  const client = await signIn(url, mobile);
  const { vehicles } = await client.ask('getAllVehicles', {});
  const vehicle = Object.values(vehicles)[0]?.[0]?.id ?? '';
  await client.ask('addUserVehicle', { body: { regno: `KA01AB${mobile.slice(-4)}`, vehicle_id: vehicle } });
  if (rupees > 0) await topUp(client, rupees);
  return client;
}

async function signIn(url: string, mobile: string): Promise<Client> {
  const client = createClient(url);
  await client.ask('login', { body: { mobile_no: mobile } });
  const [message] = await client.ask('demoMessages', { query: { mobile } });
  const { user } = await client.ask('verifyOtp', { body: { mobile_no: mobile, req_otp: message?.code ?? '' } });
  client.token = user.token;
  return client;
}

async function topUp(client: Client, amount: number): Promise<void> {
  const order = await client.ask('initiatePayment', { body: { amount } });
  await fetch(`${order.pay_url}/pay`, { method: 'POST', redirect: 'manual' });
  // A busy machine may refuse the request and ask for another try.
  await eventually(async () => {
    const { status } = await client.ask('paymentState', { params: { txnId: order.txnId } });
    if (status !== 'completed') throw new Error(`The top-up is ${status}.`);
  });
}
