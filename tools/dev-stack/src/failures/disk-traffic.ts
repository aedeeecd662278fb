import { setTimeout as pause } from 'node:timers/promises';
import { ChargePoint } from '@bijli/charge-point/charge-point';
import { fleetOf } from '@bijli/server/seed/demo-fleet';
import { atEnd } from '@bijli/server/testing/at-end';
import { signIn, type Driver, type Place } from '../driver.ts';
import { fastConnectors } from '../fast-connectors.ts';

const TOP_UP_RUPEES = 500;
const CAR = { batteryWh: 60_000, soc: 20, maxPowerW: 150_000 };
const LOOK_MS = 100;
/** Long enough for some energy to be billed. */
const CHARGE_MS = 2_000;
const UNITS_BOUGHT = 5;
const FIRST_DRIVER = 9_600_000_000;

/** A write that the server has acknowledged, and when. */
export interface Acknowledged {
  kind: 'code' | 'top-up' | 'charge';
  /** The row's key in the database. */
  key: string;
  /** For a charge: the billed energy. */
  energyWh?: number;
  atMs: number;
}

/**
 * Starts people who ask for codes, pay and charge repeatedly until the traffic ends, and records what was acknowledged.
 */
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
      // The charge fails while a connector's status is not there yet or the server is gone.
      await chargeOnce(driver, place).catch(() => pause(LOOK_MS));
    }
  }

  const places = fastConnectors(150).slice(0, drivers);
  const all = [...Array.from({ length: callers }, keepAskingForCodes), ...places.map(keepCharging)];
  return {
    acknowledged,
    chargePoints,

    /** Ends the people's requests. Charge points continue, and so do their charges. */
    async end(): Promise<void> {
      over.abort();
      await Promise.all(all);
    },
  };
}
