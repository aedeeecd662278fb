import { setTimeout as pause } from 'node:timers/promises';
import { ChargePoint } from '@bijli/charge-point/charge-point';
import { fleetOf } from '@bijli/server/seed/demo-fleet';
import { atEnd } from '@bijli/server/testing/at-end';
import { signIn, type Driver, type Place } from './driver.ts';
import { fastPlaces } from './places.ts';

const TOP_UP_RUPEES = 500;
const CAR = { batteryWh: 60_000, soc: 20, maxPowerW: 150_000 };
const LOOK_MS = 100;
/** Long enough to be billed for something. */
const CHARGE_MS = 2_000;
const UNITS_BOUGHT = 5;
const FIRST_DRIVER = 9_600_000_000;

/** What a server has said yes to, and when. */
export interface Acknowledged {
  kind: 'code' | 'top-up' | 'charge';
  /** By which the database knows it. */
  key: string;
  /** Of a charge, what was billed. */
  energyWh?: number;
  atMs: number;
}

/** People who ask for codes, pay and charge, again and again, until the traffic ends; and what they were told. */
export function startTraffic(url: string, { callers, drivers }: { callers: number; drivers: number }) {
  const acknowledged: Acknowledged[] = [];
  const chargePoints: ChargePoint[] = [];
  const over = new AbortController();
  let lastNumber = 9_700_000_000;
  const note = (one: Omit<Acknowledged, 'atMs'>): void => void acknowledged.push({ ...one, atMs: Date.now() });
  atEnd(() => Promise.all(chargePoints.map((chargePoint) => chargePoint.close())));

  async function keepAskingForCodes(): Promise<void> {
    while (!over.signal.aborted) {
      const number = String((lastNumber += 1));
      const answer = await fetch(`${url}/api-v1/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mobile_no: number }),
      }).catch(() => undefined);
      const body = (await answer?.json().catch(() => undefined)) as { success?: boolean } | undefined;
      if (body?.success === true) note({ kind: 'code', key: number });
    }
  }

  async function chargeOnce(driver: Driver, place: Place): Promise<void> {
    await driver.topUp(TOP_UP_RUPEES);
    note({ kind: 'top-up', key: driver.paid() });
    const bookingId = await driver.start(place, UNITS_BOUGHT);
    await pause(CHARGE_MS);
    await driver.stop(bookingId);
    while (!over.signal.aborted) {
      const { status, units_consumed: units } = await driver.invoice(bookingId);
      if (status === 'completed') return note({ kind: 'charge', key: bookingId, energyWh: Math.round(units * 1000) });
      await pause(LOOK_MS);
    }
  }

  async function keepCharging(place: Place, at: number): Promise<void> {
    const spec = fleetOf().find(({ id }) => id === place.chargePointId);
    if (!spec) throw new Error('The demo network has no such charger.');
    const quirks = { finishingAllowsStart: true };
    const chargePoint = new ChargePoint({ ...spec, quirks, url: `${url.replace('http', 'ws')}/ocpp` });
    chargePoints.push(chargePoint);
    await chargePoint.connect({ patient: true });
    chargePoint.plug(1, CAR);
    const driver = await signIn(url, String(FIRST_DRIVER + at));
    await driver.addVehicle(`KA01AB${1000 + at}`);
    while (!over.signal.aborted) {
      // The status of a plug takes a moment, and so does a server that is gone.
      await chargeOnce(driver, place).catch(() => pause(LOOK_MS));
    }
  }

  const places = fastPlaces(150).slice(0, drivers);
  const all = [...Array.from({ length: callers }, keepAskingForCodes), ...places.map(keepCharging)];
  return {
    acknowledged,
    chargePoints,

    /** Nobody asks for anything any more; charge points go on, and with them what they charge. */
    async end(): Promise<void> {
      over.abort();
      await Promise.all(all);
    },
  };
}
