import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Invoice, OngoingTransaction, SessionListItem } from '@bijli/contract/charging';
import { createClient, type Client } from '@bijli/contract/client';
import { socketEvent, SOCKET_OPTIONS, type LiveMeterValue } from '@bijli/contract/realtime';
import type { HistoryEntry } from '@bijli/contract/wallet';
import { currentWorkload } from '#kernel/workload.ts';
import { liveSocket, type LiveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';
import { pastSession } from '#testing/past-session.ts';
import { rawCall } from '#testing/raw-call.ts';

/**
 * Two sessions as clients see them: a fast one that knows its battery, and a slow one of a driver without a vehicle.
 */
const { time, ...stack } = await timedApp();
const { database } = stack.app;
const [fast, slow] = [await stack.chargePoint('FAST-1'), await stack.chargePoint('SLOW-1')];
const user = '/api-v1/user';
const some = expect.stringMatching(/\S/);
const utc = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
/** Percent of the battery in the fast session. */
const [atStart, atEnd] = [40, 41];

const start = (chargePointId: string, connector: number, units: number) => ({
  charge_type: 'units',
  charging_value: units,
  charger_id: chargePointId,
  connector_id: `${chargePointId}:${connector}`,
  oem_connector_number: connector,
});

interface Watched {
  driver: Client;
  screen: LiveSocket;
  transaction: OngoingTransaction;
  /** What the profile showed as held during the session. */
  held: number | undefined;
}
let fastSession: Watched;
let slowSession: Watched;

/** Starts a session over the bare wire and follows it to its end. */
async function watch(driver: Client, chargePointId: string, connector: number, units: number): Promise<Watched> {
  const screen = await liveSocket(stack.url, driver.token);
  const body = { ...start(chargePointId, connector, units), ...(chargePointId === 'FAST-1' && { target_soc: 90 }) };
  const { token } = driver;
  const started = await rawCall(stack.url, `POST ${user}/transaction/remote-start`, { token, body });
  expect(started.body).toEqual({ success: true, message: some, invoice_number: some });
  const booking = String(started.body['invoice_number']);
  await time.until(screen.next<LiveMeterValue>(socketEvent.meterValue(chargePointId, connector)));
  const ongoing = await rawCall(stack.url, `POST ${user}/get-ongoing-charging`, { token, body });
  const { held } = (await driver.ask('getProfile', {})).profile.balance;
  await time.until(screen.next(socketEvent.stop(booking)));
  return { driver, screen, held, transaction: ongoing.body['transaction'] as OngoingTransaction };
}

beforeAll(async () => {
  const owner = await stack.driver('9666000001', 500);
  const guest = await stack.driver('9666000002', 500);
  await database.execute(sql`delete from driver_vehicles where registration_number = 'KA01AB0002'`);
  fast.plug(2, { batteryWh: 10_000, soc: 40, maxPowerW: 150_000 });
  slow.plug(1, { batteryWh: 40_000, soc: 50, maxPowerW: 7400 });
  fastSession = await watch(owner, 'FAST-1', 2, 0.2);
  slowSession = await watch(guest, 'SLOW-1', 1, 0.01);
});

describe('the running charge', () => {
  test('names charge point, connector and booking, and the vehicle and its picture [ENTITY-11, ENTITY-14]', async () => {
    const { vehicle, balance } = (await fastSession.driver.ask('getProfile', {})).profile;
    expect([fastSession.held, balance.held]).toEqual([expect.any(Number), undefined]);
    expect(vehicle?.vehicle_image).toMatch(/\S/);
    expect(fastSession.transaction).toMatchObject({
      oem_connector_number: 2,
      charger_serial_number: 'FAST-1',
      booking_id: some,
      user_vehicle_image: vehicle?.vehicle_image,
    });
    expect(fastSession.transaction.id).toBe(fastSession.transaction.booking_id);
    expect(slowSession.transaction).toMatchObject({
      oem_connector_number: 1,
      charger_serial_number: 'SLOW-1',
      user_vehicle_image: '',
    });
  });

  test('has the battery level at the start, if the car reports it, and the bought amount', () => {
    expect(fastSession.transaction).toMatchObject({ soc_start: atStart, units_bought: 0.2 });
    expect(slowSession.transaction).toMatchObject({ units_bought: 0.01 });
    expect(slowSession.transaction).not.toHaveProperty('soc_start');
    expect(slowSession.transaction).not.toHaveProperty('target_soc');
  });

  test('has its target percentage and the size of the battery', () => {
    expect(fastSession.transaction).toMatchObject({ target_soc: 90, battery_capacity: expect.any(Number) });
  });

  test('is announced on the socket with its charge point, connector and booking [SOCKET-3, SOCKET-4, SOCKET-9]', () => {
    const { screen, transaction } = fastSession;
    const { charger_serial_number: serial, oem_connector_number: connector, booking_id: booking } = transaction;
    const names = new Set(screen.events.map(({ name }) => name));
    expect(names).toContain(`meter_value_${serial}_${connector}`);
    expect(names).toContain(`status_notification_${serial}_${connector}`);
    expect(names).toContain(`transaction_stop_${booking}`);
    expect(screen.events.find(({ name }) => name === `transaction_stop_${booking}`)?.payload).toEqual({
      booking_id: booking,
      transaction_id: booking,
      reason: 'Remote',
    });
    expect([...names].filter((name) => name.includes('SLOW-1'))).toEqual([]);
  });

  test('sends each change of its status with its time and booking [SOCKET-7]', () => {
    const statuses = fastSession.screen.events.filter(({ name }) => name === socketEvent.status('FAST-1', 2));
    expect(statuses.length).toBeGreaterThan(2);
    for (const { payload } of statuses) {
      expect(payload).toEqual({
        status: some,
        stage: some,
        reason: null,
        booking_id: fastSession.transaction.booking_id,
        at: utc,
      });
    }
  });

  test('sends figures: battery, rupees, units, power and status [ENTITY-12, ENTITY-13, SOCKET-10]', () => {
    const figures = ({ screen }: Watched, chargePointId: string, connector: number) =>
      screen.events
        .filter(({ name }) => name === socketEvent.meterValue(chargePointId, connector))
        .map(({ payload }) => payload as LiveMeterValue);
    const number = expect.any(Number);
    const known = { amount: number, unit: number, power_output: number, status: 'Charging', at: utc };
    const [fastFigures, slowFigures] = [figures(fastSession, 'FAST-1', 2), figures(slowSession, 'SLOW-1', 1)];
    expect(fastFigures.length).toBeGreaterThan(1);
    expect(slowFigures.length).toBeGreaterThan(1);
    for (const payload of fastFigures)
      expect(payload).toEqual({
        ...known,
        soc: expect.toBeOneOf([atStart, atEnd]),
        booking_id: fastSession.transaction.booking_id,
      });
    for (const payload of slowFigures)
      expect(payload).toEqual({ ...known, soc: null, booking_id: slowSession.transaction.booking_id });
    // 15 rupees a unit and 18 %, to the paisa; no more than the car takes, in kW.
    for (const { unit, amount, power_output: power } of fastFigures) {
      expect(Math.abs(amount - unit * 15 * 1.18)).toBeLessThan(0.02);
      expect(power ?? 0).toBeLessThanOrEqual(150);
    }
    expect(fastFigures.at(-1)).toMatchObject({ unit: expect.closeTo(0.2, 1) });
    expect(Math.max(...fastFigures.map((figures) => figures.power_output ?? 0))).toBeGreaterThan(100);
  });
});

describe('the socket', () => {
  test('accepts websocket only, and refuses polling [SOCKET-1]', async () => {
    expect(SOCKET_OPTIONS.transports).toEqual(['websocket']);
    const polled = await fetch(`${stack.url}/socket.io/?EIO=4&transport=polling`);
    expect(polled.status).toBe(404);
    expect(fastSession.screen.socket.io.engine.transport.name).toBe('websocket');
  });

  test('of a device that signs out is closed, and those of the driver’s other devices stay open [ACCOUNT-11]', async () => {
    const phone = await stack.driver('9666000003', 0);
    const tablet = await secondDevice('9666000003');
    const [onPhone, onTablet] = [await liveSocket(stack.url, phone.token), await liveSocket(stack.url, tablet.token)];
    const closed = ({ socket }: LiveSocket) => new Promise((resolve) => socket.once('disconnect', resolve));
    const phoneClosed = closed(onPhone);
    await phone.ask('signOut', { body: {} });
    await phoneClosed;
    expect(onTablet.socket.connected).toBe(true);
    const again = await liveSocket(stack.url, tablet.token);
    const bothClosed = Promise.all([closed(onTablet), closed(again)]);
    await tablet.ask('signOut', { body: { everywhere: true } });
    await bothClosed;
  });
});

/** Signs the same number in once more. The wait between two codes ends with the code that was used. */
async function secondDevice(mobile: string): Promise<Client> {
  const client = createClient(stack.url);
  await client.ask('login', { body: { mobile_no: mobile } });
  const [message] = await client.ask('demoMessages', { query: { mobile } });
  const { user: signedIn } = await client.ask('verifyOtp', {
    body: { mobile_no: mobile, req_otp: message?.code ?? '' },
  });
  client.token = signedIn.token;
  return client;
}

describe('the invoice', () => {
  const of = async ({ driver: { token }, transaction }: Watched) => {
    const { body } = await rawCall(stack.url, `GET ${user}/payment-details?payment_id=${transaction.booking_id}`, {
      token,
    });
    return body['data'] as Invoice;
  };

  test('names the model beside the driver’s own name for the vehicle, so that others know which it was', async () => {
    const { driver } = fastSession;
    const [vehicle] = (await driver.ask('ownVehicles', {})).vehicles;
    const { vehicle_name: model, vehicle_registration_number: plate } = vehicle ?? {};
    expect((await of(fastSession)).vehicle).toEqual({ vehicle_name: model, vehicle_registration_number: plate });
    const rename = (name: string) => driver.ask('changeVehicle', { params: { id: vehicle?.id ?? '' }, body: { name } });
    await rename('Papa’s car');
    expect((await of(fastSession)).vehicle).toMatchObject({ vehicle_name: 'Papa’s car', model_name: model });
    await rename('');
  });

  test('has number, place, vehicle, battery, units, times and the parts of the amount [ENTITY-15, TAX-9, INVOICE-9]', async () => {
    const data = await of(fastSession);
    const rupees = expect.any(Number);
    expect(data).toMatchObject({
      invoice_number: expect.stringMatching(/^EV29\/\d{4}\/\d{6}$/),
      booking_id: fastSession.transaction.booking_id,
      charger_name: 'Fast',
      connector_name: 'Connector 2',
      vehicle: { vehicle_name: some, vehicle_registration_number: some },
      soc_start: atStart,
      soc_end: atEnd,
      units_consumed: expect.closeTo(0.2, 1),
      start_date_time: utc,
      end_date_time: utc,
      amount: rupees,
      sgst: rupees,
      cgst: rupees,
      total_amount: rupees,
      property_id: 'test-station',
      property_name: 'Test Station',
    });
    expect(data.property).toEqual({
      property_name: 'Test Station',
      address: '1 Test Road',
      city: 'Bengaluru',
      state: 'Karnataka',
      pincode: '560001',
      country: 'India',
    });
    expect(Math.abs(data.amount - data.units_consumed * 15)).toBeLessThan(0.006);
    for (const half of [data.sgst, data.cgst]) expect(Math.abs(half - data.amount * 0.09)).toBeLessThan(0.006);
    expect(data.total_amount).toBeCloseTo(data.amount + data.sgst + data.cgst, 10);
    expect((data.end_date_time ?? '') > (data.start_date_time ?? '')).toBe(true);
  });

  test('has the supplier with GSTIN, the place of supply, SAC 998714, the rate and its documents [TAX-20]', async () => {
    const { tax, ...data } = await of(fastSession);
    expect(tax).toEqual({
      supplier: { name: some, address: some, gstin: expect.stringMatching(/^\d{2}[A-Z0-9]{13}$/), state: 'Karnataka' },
      place_of_supply: 'Karnataka',
      gst_percent: 18,
      documents: [
        {
          kind: 'invoice',
          number: data.invoice_number,
          issued_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
          tax_code: '998714',
          units: data.units_consumed,
          amount: data.amount,
          cgst: data.cgst,
          sgst: data.sgst,
          total_amount: data.total_amount,
        },
      ],
    });
  });

  test('is also a PDF, named by its number, for its payer only', async () => {
    const { invoice_number: number, booking_id } = await of(fastSession);
    const pdfOf = (token: string) =>
      fetch(`${stack.url}${user}/invoice.pdf?payment_id=${booking_id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const pdf = await pdfOf(fastSession.driver.token);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const disposition = `attachment; filename="${number.replaceAll('/', '-')}.pdf"`;
    expect(pdf.headers.get('content-disposition')).toBe(disposition);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const refused = await pdfOf(slowSession.driver.token);
    expect([refused.status, refused.headers.get('content-disposition')]).toEqual([404, null]);
    expect(await refused.json()).toMatchObject({ success: false, code: 'charge_unknown' });
  });

  test('has neither vehicle nor battery if the driver has no vehicle and the car reported no battery [API-20]', async () => {
    expect(await of(slowSession)).toMatchObject({ vehicle: null, soc_start: null, soc_end: null });
  });
});

describe('the wallet', () => {
  test('has balance, history and provider; each entry has its kind, state, time, direction and amount [API-8, ENTITY-8, ENTITY-9]', async () => {
    const { token, ask } = fastSession.driver;
    const order = await ask('initiatePayment', { body: { amount: 60 } });
    const invoice = await ask('paymentDetails', { query: { payment_id: fastSession.transaction.booking_id } });
    const { body } = await rawCall(stack.url, `GET ${user}/get-wallet?history=true`, { token });
    expect(body).toEqual({
      success: true,
      wallet: { balance: 500 - invoice.data.total_amount, held: 0, payment_history: expect.any(Array) },
      payment_option: 'phonepe',
    });
    const { payment_history: history } = body['wallet'] as { payment_history: HistoryEntry[] };
    const entry = (facts: Partial<HistoryEntry>) => ({ remark: some, created_at: utc, ...facts });
    expect(history).toEqual([
      entry({ status: 'pending', type: 'cr', source: 'phonepe', transaction_id: order.txnId, total_amount: 60 }),
      entry({
        status: 'completed',
        type: 'dr',
        source: 'wallet',
        transaction_id: fastSession.transaction.booking_id,
        total_amount: invoice.data.total_amount,
      }),
      entry({ status: 'completed', type: 'cr', source: 'phonepe', transaction_id: some, total_amount: 500 }),
    ]);
    const short = await rawCall(stack.url, `GET ${user}/get-wallet`, { token });
    expect(short.body).toMatchObject({ wallet: { payment_history: [] } });
  });

  test('is credited by the running server within a minute although the browser was closed and the webhook was lost [PAYMENT-2]', async () => {
    const driver = await stack.driver('9666000005', 0);
    const balance = async () => (await driver.ask('getWallet', { query: {} })).wallet.balance;
    stack.sandbox.quirks.set({ dropWebhook: true });
    const order = await driver.ask('initiatePayment', { body: { amount: 60 } });
    await fetch(`${order.pay_url}/pay`, { method: 'POST', redirect: 'manual' });
    stack.sandbox.quirks.clear();
    expect(await balance()).toBe(0);
    await time.advance(60_000);
    expect(await balance()).toBe(60);
  });
});

describe('the latest charge of a vehicle', () => {
  const last = (watched: Watched, vehicleId: string) =>
    watched.driver.ask('lastCharge', { query: { vehicle_id: vehicleId } });

  test('has its energy and its last battery level, for its own driver only', async () => {
    const { vehicles } = await fastSession.driver.ask('getCharger', { query: { property_id: 'test-station' } });
    const id = vehicles[0]?.id ?? '';
    expect(await last(fastSession, id)).toEqual({
      success: true,
      last_charge: { units: expect.closeTo(0.2, 1), soc_end: atEnd, ended_at: utc },
    });
    expect(await last(slowSession, id)).toEqual({ success: true, last_charge: null });
    expect(await last(fastSession, 'none')).toEqual({ success: true, last_charge: null });
  });
});

describe('the list of sessions', () => {
  const list = async ({ driver: { token } }: Pick<Watched, 'driver'>, language?: string) => {
    const { body } = await rawCall(stack.url, `GET ${user}/charging-session-list`, {
      token,
      ...(language && { language }),
    });
    expect(Object.keys(body)).toEqual(['success', 'data']);
    return body['data'] as SessionListItem[];
  };

  test('has place, names, booking, time and state of each [API-27, ENTITY-17]', async () => {
    expect(await list(fastSession)).toEqual([
      expect.objectContaining({
        status: 'completed',
        property_name: 'Test Station',
        address: '1 Test Road',
        booking_id: fastSession.transaction.booking_id,
        created_at: utc,
        connector_name: 'Connector 2',
        charger_name: 'Fast',
        payment_id: fastSession.transaction.booking_id,
      }),
    ]);
    const [hindi] = await list(fastSession, 'hi');
    expect(hindi).toMatchObject({ connector_name: 'कनेक्टर 2', stop_reason: 'जितना चुना था, उतना चार्ज हो गया' });
  });

  test('has battery levels at the start and at the end, or neither [SESSIONS-6]', async () => {
    expect(await list(fastSession)).toMatchObject([{ soc_start: atStart, soc_end: atEnd }]);
    expect(await list(slowSession)).toMatchObject([{ soc_start: null, soc_end: null }]);
  });

  test('keeps the sessions of a connector that an import removed, with their invoices', async () => {
    await database.execute(sql`delete from connectors where charger_id = 'SLOW-1'`);
    const gone = { connector_name: 'Connector 1', charger_name: 'Slow', property_name: 'Test Station' };
    expect(await list(slowSession)).toMatchObject([gone]);
    const { data } = await slowSession.driver.ask('paymentDetails', {
      query: { payment_id: slowSession.transaction.booking_id },
    });
    expect(data).toMatchObject(gone);
    expect(data).not.toHaveProperty('connector_type');
    const { wallet } = await slowSession.driver.ask('getWallet', { query: { history: 'true' } });
    expect(wallet.payment_history[0]?.remark).toBe('Charge at Test Station');
  });

  test('needs as many queries for two hundred sessions as for one', async () => {
    const { $client: pool } = database;
    const query = pool.query.bind(pool);
    // What the server does in the background meanwhile is not of the list.
    const ofRequests: unknown[] = [];
    const queries = vi.spyOn(pool, 'query').mockImplementation((...statement: Parameters<typeof query>) => {
      if (currentWorkload() === 'http') ofRequests.push(statement);
      return query(...statement);
    });
    const driver = await stack.driver('9666000004', 0);
    const asked = async () => {
      ofRequests.length = 0;
      const { length } = await list({ driver });
      return { length, queries: ofRequests.length };
    };
    await pastSession(database, '9666000004');
    const one = await asked();
    expect(one.length).toBe(1);
    expect(one.queries).toBeGreaterThan(0);
    for (let count = 1; count < 200; count += 1) await pastSession(database, '9666000004');
    const many = await asked();
    queries.mockRestore();
    expect(many).toEqual({ length: 200, queries: one.queries });
  });
});
