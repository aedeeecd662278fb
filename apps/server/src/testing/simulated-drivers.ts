import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import { isRefusal, type Client } from '@bijli/contract/client';
import { SECOND_MS } from '#kernel/durations.ts';
import { forEachConcurrently } from '#kernel/for-each-concurrently.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { LEDGER_PARTS } from '../ledger-parts.ts';
import { STATION } from './app.ts';
import { startOn } from './bare-transaction.ts';
import type { TestNode } from './nodes.ts';

const AT_ONCE = 8;
const PRESS_AGAIN_MS = 500;
const PATIENCE = { timeout: 3 * 60 * SECOND_MS, interval: 500 };

/** Limits for many drivers and chargers that share one address. */
export const MANY_DRIVERS_LIMITS = {
  CODES_PER_ADDRESS_HOUR: '100000',
  CODES_PER_HOUR: '1000000',
  SIGN_INS_PER_ADDRESS_MINUTE: '100000',
  REQUESTS_PER_ADDRESS_MINUTE: '10000000',
  METER_SAMPLE_SECONDS: '5',
};

/** This many chargers with one connector each. */
export function simulatedChargePoints(count: number): typeof STATION.chargers {
  const slow = STATION.chargers.find(({ id }) => id === 'SLOW-1') ?? expect.fail();
  return Array.from({ length: count }, (_, index) => ({ ...slow, id: `CROWD-${index}` }));
}

/** A driver at a charger of their own, with a car that is plugged in. */
export interface Visit {
  id: string;
  driver: Client;
  chargePoint: ChargePoint;
  /** The transactions for which the charger got an id and permission to charge. */
  begun: Set<number>;
}

export type SimulatedDrivers = ReturnType<typeof createSimulatedDrivers>;

/** The nodes and chargers where the drivers charge. */
export interface DriversSite extends Pick<TestNode, 'database' | 'driver' | 'chargePoint'> {
  /** The id of the charger with this number. */
  idOf(index: number): string;
  /** Settles when a charge can be started at this charger. */
  isFree(id: string): Promise<unknown>;
}

/** Drivers at the chargers of `simulatedChargePoints`. They ask a node of this process that survives the whole test. */
export const simulatedDriversAt = (node: TestNode): SimulatedDrivers =>
  createSimulatedDrivers({
    ...node,
    idOf: (index) => `CROWD-${index}`,
    isFree: (id) =>
      expect
        .poll(() => node.app.modules.availability.findConnectorForStart(id, 1), PATIENCE)
        .toMatchObject({ isOnline: true, status: 'Available' }),
  });

/** Creates many drivers who charge while something goes wrong, and checks at the end that all is settled. */
export function createSimulatedDrivers(site: DriversSite) {
  async function count(sql: string, values: unknown[] = []): Promise<number> {
    const { rows } = await site.database.$client.query<{ count: string }>(`select ${sql} as count`, values);
    return Number(rows[0]?.count);
  }

  async function comes(index: number, door: string): Promise<Visit> {
    const id = site.idOf(index);
    const driver = await site.driver(String(9_310_000_000 + index));
    const chargePoint = await site.chargePoint(id, { url: door });
    const begun = new Set<number>();
    chargePoint.on('transactionStarted', ({ id: given }, isAccepted) => isAccepted && given && begun.add(given));
    await site.isFree(id);
    chargePoint.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 7_000 });
    return { id, driver, chargePoint, begun };
  }

  /**
   * Starts a charge and tries again when told to, as a driver would. Returns when a charge runs, whichever request
   * started it.
   */
  async function pressStart({ id, driver }: Visit): Promise<void> {
    for (;;) {
      const answer = await driver.call('remoteStart', { body: startOn(id, 1, 5) });
      if (!isRefusal(answer) || answer.code === 'charge_running') return;
      await pause(PRESS_AGAIN_MS);
    }
  }

  /** Stops the charge and tries again when told to. Returns when the charge is billed. */
  async function pressStop({ driver }: Visit): Promise<void> {
    await vi.waitFor(async () => {
      const { data } = await driver.ask('chargingSessionList', { query: {} });
      const open = data.find(({ status }) => status !== 'completed' && status !== 'failed');
      if (!open) return;
      await driver.call('remoteStop', { body: { transaction_id: open.booking_id } });
      throw new Error(`${open.booking_id} is ${open.status}.`);
    }, PATIENCE);
  }

  /**
   * Checks that each driver is charged once: no stop is lost, nothing started twice, no money is still held, and the
   * ledger is right.
   */
  async function proveSettled(visits: readonly Visit[]): Promise<void> {
    await forEachConcurrently(visits, AT_ONCE, async ({ id, driver, chargePoint, begun }) => {
      // The charger has delivered the messages that it kept while it was offline.
      await expect.poll(() => chargePoint.undelivered, PATIENCE).toBe(0);
      const ofCharger = `from charging_sessions where charger_id = $1 and state = 'completed' and not provisional`;
      expect(await count(`(select count(*) ${ofCharger})`, [id]), `charges at ${id}`).toBe(1);
      expect(begun.size, `transactions at ${id}`).toBe(1);
      expect(await count(`(select sum(energy_wh) ${ofCharger})`, [id]), `billed at ${id}`).toBe(
        chargePoint.connector(1).registerWh,
      );
      expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
    });
    expect(await count(`(select count(*) from charging_sessions where state not in ('completed', 'failed'))`)).toBe(0);
    expect(await count('(select count(*) - count(distinct reference) from invoices)')).toBe(0);
    expect(await listLedgerProblems(site.database, LEDGER_PARTS)).toEqual([]);
  }

  return {
    count,
    comes,
    pressStart,
    pressStop,
    proveSettled,

    /** Starts a charge at each of these numbers. The visits are spread over the nodes' URLs. */
    async charge(indexes: readonly number[], doors: readonly string[]): Promise<Visit[]> {
      const visits: Visit[] = [];
      await forEachConcurrently(indexes, AT_ONCE, async (index) => {
        const visit = await comes(index, doors[index % doors.length] ?? '');
        await pressStart(visit);
        visits.push(visit);
      });
      await expect.poll(() => visits.filter(({ begun }) => begun.size === 0), PATIENCE).toEqual([]);
      return visits;
    },

    each: (visits: readonly Visit[], task: (visit: Visit) => Promise<void>) =>
      forEachConcurrently(visits, AT_ONCE, task),
  };
}
