import type { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Clock } from '@bijli/charge-point/clock';
import type { User } from '@bijli/contract/accounts';
import type { InputOf } from '@bijli/contract/client';
import { REVIEW_TAGS } from '@bijli/contract/reviews';
import { signIn, type Driver } from '@bijli/dev-stack/driver';
import { fastClock } from './fast-clock.ts';
import { connectChargePoint, importStations, type RunningStack } from './operator-steps.ts';

/** The station of most view states. Its charge points belong to the demo fleet, and nothing happens there by itself. */
export const HUB = 'bijli-hub-indiranagar-bengaluru';
/** The station where these drivers charge. */
const CHARGING_STATION = 'bijli-point-hsr-layout-bengaluru';
/** Stations for these drivers alone. At the first every connector is taken, at the second no charge point is online. */
export const FULL = 'bijli-yard-ganganagar-bengaluru';
export const OFFLINE = 'bijli-court-sadashivanagar-bengaluru';
const SAVED = [HUB, CHARGING_STATION, 'bijli-highway-stop-krishnagiri', 'joltika-point-jayanagar-bengaluru'];
const CAR = { batteryWh: 600_000, soc: 34, maxPowerW: 150_000 };
/** This car charges like the first of `CARS`, so that what the invoice says about it is true. */
const DONE_CAR = { batteryWh: 30_200, soc: 34, maxPowerW: 50_000 };
const DONE_UNITS = 8;
/** Enough rupees for a long session. */
const ENOUGH = 1000;

const roles = {
  /** Has signed in but entered nothing yet. */
  newcomer: 0,
  /** Has a name and an e-mail address, and nothing else. */
  empty: 1,
  /** Has a vehicle but no money. */
  broke: 2,
  /** Has vehicles, money, a finished session, bookmarks and a review. */
  regular: 3,
  /** Is a regular who charges now. */
  charging: 4,
  /** The charge point has accepted the start and waits for the cable. */
  waiting: 5,
  /** Has asked to stop, but the charge point does not answer. */
  stopping: 6,
  /** Has the longest name and the highest balance that are allowed. */
  rich: 7,
  /** Looks at stations where no connector can be used. */
  late: 8,
} as const;
export type Role = keyof typeof roles;

export interface Actor {
  user: User;
  driver: Driver;
  /** The finished session of roles that have one. */
  bookingId?: string;
}

/**
 * The drivers of a stack, one for each situation that a view state needs. They are created over the API on first use.
 */
export interface Users {
  /** Brings the driver into the situation of the role, again if it has passed. */
  prepare(role: Role): Promise<Actor>;
  leave(): Promise<void>;
}

interface Place {
  /** Where the driver charges. By default CHARGING_STATION. */
  stationId?: string;
  /** The charge point's clock, by default the machine's. */
  clock?: Clock;
}

/** Returns a charge point for these drivers alone, by its name. It connects on first use. */
type ChargePointOf = (name: string, place?: Place) => Promise<ChargePoint>;

export function openUsers(stack: RunningStack): Users {
  const actors = new Map<Role, Promise<Actor>>();
  const chargePoints = new Map<string, Promise<ChargePoint>>();

  function chargePoint(name: string, { stationId = CHARGING_STATION, clock }: Place = {}): Promise<ChargePoint> {
    const there = chargePoints.get(name);
    if (there) return there;
    const id = `CAST-${name.replaceAll(' ', '-')}`;
    const coming = connectChargePoint(stack, { stationId, id, name, ...(clock && { clock }) });
    chargePoints.set(name, coming);
    return coming;
  }

  async function enter(role: Role): Promise<Actor> {
    const driver = await signIn(stack.url, String(9_876_543_210 + roles[role]));
    const token = driver.client.token;
    const who = people[role];
    if (!who) return { driver, user: { token, name: '', email: '' } };
    await driver.client.ask('updateUser', { body: who });
    const actor: Actor = { driver, user: { token, name: who.name, email: who.email } };
    if (role === 'regular') await addCards(driver);
    if (role !== 'empty') await addVehicles(driver, role === 'broke' ? CARS.slice(0, 1) : CARS);
    if (role === 'regular' || role === 'charging') actor.bookingId = await makeRegular(role, driver);
    else if (role === 'waiting' || role === 'stopping') await driver.topUp(ENOUGH);
    else if (role === 'rich') await driver.topUp(99_999_999);
    else if (role === 'late') await takeEverything(stack, chargePoint);
    return actor;
  }

  /** Has topped up, saved stations, charged once and written a review. Returns the session. */
  async function makeRegular(role: 'regular' | 'charging', driver: Driver): Promise<string> {
    await driver.topUp(ENOUGH);
    await failTopUp(driver);
    await driver.client.ask('initiatePayment', { body: { amount: 500 } });
    await driver.topUp(500);
    for (const property_id of SAVED) {
      await driver.client.ask('saveBookmark', { body: { status: true, property_id } });
    }
    const fast = await chargePoint(`DC 120 ${role === 'regular' ? 'A' : 'B'}`, { clock: fastClock() });
    const bookingId = await chargeOnce(driver, fast);
    await review(driver, role === 'regular' ? 5 : 4);
    return bookingId;
  }

  /** Repeats what has ended in the meantime. */
  async function act(role: Role, { driver }: Actor): Promise<void> {
    if (role !== 'charging' && role !== 'waiting' && role !== 'stopping') return;
    const { data: charges } = await driver.client.ask('chargingSessionList', {});
    if (charges.some(({ status }) => status !== 'completed' && status !== 'failed')) return;
    const own = await chargePoint(`DC 120 ${role === 'charging' ? 'C' : role === 'waiting' ? 'D' : 'E'}`);
    const connector = own.connector(1);
    if (connector.car) own.unplug(1);
    if (role !== 'waiting') own.plug(1, CAR);
    if (role === 'stopping') own.misbehave('RemoteStopTransaction', 'silent');
    // The session before has been paid for.
    if ((await driver.wallet()).balance < ENOUGH) await driver.topUp(ENOUGH);
    const metering = new Promise((metered) => own.once('sample', metered));
    const bookingId = await driver.start({ stationId: CHARGING_STATION, chargePointId: own.id, connector: 1 }, 30);
    if (role !== 'waiting') await metering;
    // The charge point never answers, so nobody waits for it.
    if (role === 'stopping') driver.stop(bookingId).catch(() => undefined);
  }

  return {
    async prepare(role) {
      const entering = actors.get(role) ?? enter(role);
      actors.set(role, entering);
      const actor = await entering;
      await act(role, actor);
      return actor;
    },

    async leave() {
      await Promise.all([...chargePoints.values()].map(async (coming) => (await coming).close()));
    },
  };
}

/** The number of the driver who takes the connector first. */
const OTHER_NUMBER = '9876543219';

const people: Record<Role, InputOf<'updateUser'>['body'] | undefined> = {
  newcomer: undefined,
  empty: { name: 'Kiran', email: 'kiran@example.com' },
  broke: { name: 'Meera Nair', email: 'meera@example.com' },
  regular: { name: 'Asha Rao', email: 'asha@example.com' },
  charging: { name: 'Asha Rao', email: 'asha.rao@example.com' },
  waiting: { name: 'Imran Khan', email: 'imran@example.com' },
  stopping: { name: 'Karthik S', email: 'karthik@example.com' },
  late: { name: 'Meera Nair', email: 'meera.nair@example.com' },
  rich: {
    name: 'Venkatanarasimharajuvaripeta Lakshminarayanan Subramanian',
    email: 'venkatanarasimharajuvaripeta.lakshminarayanan@motors.example.com',
    gstin: '27AAPFU0939F1ZV',
    business_name: 'Venkatanarasimharajuvaripeta Lakshminarayanan Motors and Logistics Private Limited',
    business_address: 'Unit 1204, Marathon Icon, Ganpatrao Kadam Marg, Lower Parel, Mumbai 400013',
  },
};

const CARS = ['Nexon EV', 'Comet', '450X'];

/** Lets somebody else charge at the one station, and takes the other one offline. */
async function takeEverything(stack: RunningStack, chargePoint: ChargePointOf): Promise<void> {
  await importStations(stack, [
    { id: FULL, name: 'Bijli Yard Ganganagar', lat: 13.0236, lng: 77.5886 },
    { id: OFFLINE, name: 'Bijli Court Sadashivanagar', lat: 13.0079, lng: 77.5802 },
  ]);
  const [taken, lost] = await Promise.all([
    chargePoint('DC 120 F', { stationId: FULL }),
    chargePoint('DC 120 G', { stationId: OFFLINE }),
  ]);
  lost.close();
  const other = await signIn(stack.url, OTHER_NUMBER);
  await other.topUp(ENOUGH);
  taken.plug(1, CAR);
  const metering = new Promise((metered) => taken.once('sample', metered));
  await other.start({ stationId: FULL, chargePointId: taken.id, connector: 1 }, 30);
  await metering;
}

async function addVehicles({ client }: Driver, names: string[]): Promise<void> {
  const catalogue = Object.values((await client.ask('getAllVehicles', {})).vehicles).flat();
  for (const [index, name] of names.entries()) {
    const vehicle = catalogue.find((one) => one.name.includes(name)) ?? catalogue[index];
    await client.ask('addUserVehicle', { body: { regno: `KA05MR452${index}`, vehicle_id: vehicle?.id ?? '' } });
  }
}

async function addCards({ client }: Driver): Promise<void> {
  await client.ask('addCard', { body: { number: '04 A2 2B 1A', name: 'Blue card' } });
  const number = '04F1C80211AB80';
  await client.ask('addCard', { body: { number, name: 'Key fob of the second car' } });
  await client.ask('changeCard', { params: { number }, body: { blocked: true } });
}

async function failTopUp({ client }: Driver): Promise<void> {
  const { pay_url } = await client.ask('initiatePayment', { body: { amount: 500 } });
  const page = await (await fetch(pay_url)).text();
  const action = /<form[^>]*action="([^"]*\/fail)"/.exec(page)?.[1];
  if (!action) throw new Error('The checkout page has no form to fail with.');
  const failed = await fetch(new URL(action, pay_url), { method: 'POST', redirect: 'manual' });
  await fetch(failed.headers.get('location') ?? '', { redirect: 'manual' });
}

async function chargeOnce(driver: Driver, own: ChargePoint): Promise<string> {
  own.plug(1, DONE_CAR);
  const closed = new Promise((done) => own.once('transactionClosed', done));
  const bookingId = await driver.start(
    { stationId: CHARGING_STATION, chargePointId: own.id, connector: 1 },
    DONE_UNITS,
  );
  await closed;
  own.unplug(1);
  return bookingId;
}

async function review({ client }: Driver, rating: number): Promise<void> {
  const comment =
    rating === 5
      ? 'Both guns worked, and the lane is lit at night. Entry from the service road.'
      : 'Clean restroom and tea at the counter. One gun was down, the other was fine.';
  const tags = rating === 5 ? REVIEW_TAGS.slice(0, 2) : REVIEW_TAGS.slice(2, 3);
  for (const property_id of [HUB, CHARGING_STATION]) {
    await client.ask('addReviews', { body: { property_id, comment, tags: [...tags], rate: rating } });
  }
}
