// A driver of the server whose package is tried: `first` signs in, pays and has a whole charge; `begin`, `goes-on` and
// `end` are one that is under way while the server is updated. Fails where a charge is lost, or billed otherwise than
// its meter says.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createClient } from '@bijli/contract/client';
import { CONTROL_PORT } from './try-ports.mjs';

const WITHIN_MS = 60_000;
const LOOK_MS = 200;
const KEPT = '/try/driver.json';
const RUPEES = 2_000;
const MOBILE = '9812345678';

const client = createClient('http://127.0.0.1:3000');
const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
client.token = kept.token;

const steps = {
  async first() {
    await client.ask('login', { body: { mobile_no: MOBILE } });
    const code = await until('a one-time code', () => equipment('/code'));
    const { user } = await client.ask('verifyOtp', { body: { mobile_no: MOBILE, req_otp: code } });
    client.token = kept.token = user.token;
    const { vehicles } = await client.ask('getAllVehicles', {});
    const vehicle = Object.values(vehicles).flat()[0];
    await client.ask('addUserVehicle', { body: { regno: 'KA01AB1234', vehicle_id: vehicle.id } });
    const { pay_url: page, txnId } = await client.ask('initiatePayment', { body: { amount: RUPEES } });
    await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
    const { status } = await client.ask('paymentState', { params: { txnId } });
    if (status !== 'completed') throw new Error(`The top-up is ${status}.`);
    await steps.begin();
    await steps.end();
  },

  async begin() {
    await until('the charge point', () => equipment('/online'));
    await equipment('/plug');
    kept.beganAtWh = await equipment('/meter');
    const { invoice_number: booking } = await until('a start', () => start().catch(notYet));
    kept.booking = booking;
    await steps['goes-on']();
  },

  /** The server knows of it, and counts on. */
  async 'goes-on'() {
    await until('the charge point', () => equipment('/online'));
    const meterWh = await equipment('/meter');
    await until('the count to go on', async () => {
      const { transaction } = await client.ask('getOngoingCharging', { body: {} });
      if (transaction?.booking_id !== kept.booking)
        throw new Error(`The charge is gone: ${JSON.stringify(transaction)}`);
      return (await unitsWh()) > meterWh - kept.beganAtWh;
    });
  },

  async end() {
    await client.ask('remoteStop', { body: { transaction_id: kept.booking } });
    const { units_consumed: units, status } = await until('the bill', async () => {
      const { data } = await client.ask('paymentDetails', { query: { payment_id: kept.booking } });
      return data.status === 'completed' && data;
    });
    const deliveredWh = (await equipment('/meter')) - kept.beganAtWh;
    if (Math.round(units * 1000) !== deliveredWh || deliveredWh <= 0)
      throw new Error(`${status}: billed ${units} kWh, delivered ${deliveredWh} Wh.`);
    const { wallet } = await client.ask('getWallet', { query: {} });
    if (wallet.held !== 0) throw new Error(`${wallet.held} is held still.`);
    await equipment('/unplug');
    process.stdout.write(`    · billed ${units} kWh, as its meter says\n`);
  },
};

await steps[process.argv[2]]();
writeFileSync(KEPT, JSON.stringify(kept));
process.exit(0);

function start() {
  return client.ask('remoteStart', {
    body: {
      charge_type: 'units',
      charging_value: 40,
      charger_id: 'FIRST-1',
      connector_id: 'FIRST-1:1',
      oem_connector_number: 1,
    },
  });
}

async function unitsWh() {
  const { data } = await client.ask('paymentDetails', { query: { payment_id: kept.booking } });
  return data.units_consumed * 1000;
}

/** The status of a plug that a car has just come to, or left, takes a moment. */
function notYet(error) {
  process.stderr.write(`${error.message}\n`);
}

async function equipment(path) {
  return (await fetch(`http://127.0.0.1:${CONTROL_PORT}${path}`)).json();
}

async function until(what, look) {
  const limit = Date.now() + WITHIN_MS;
  while (Date.now() < limit) {
    const seen = await look();
    if (seen) return seen;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  throw new Error(`There was not ${what} in time.`);
}
