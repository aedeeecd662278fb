import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Driver } from '../driver.ts';
import { ledgerCheck, stackFixture, type StackFixture } from '../testing.ts';

/** How often the server is killed. The long test sets it. */
const KILLS = Number(process.env['KILLS'] ?? 0);
/** Kills with the same seed come at the same times. */
const SEED = Number(process.env['KILL_SEED'] ?? 1);
const ENDED = new Set<string | undefined>(['completed', 'failed']);
const LANES = 4;
const MAX_BETWEEN_MS = 4_000;
/** Longer than an unanswered start keeps its driver waiting, on a server that is not killed meanwhile. */
const ROUND_LIMIT_MS = 150_000;
const server = { upSince: Date.now() };

type FixtureChargePoint = Awaited<ReturnType<StackFixture['chargePoint']>>;

/**
 * Repeats a task that the server's death interrupted, until it is answered. On a busy machine one that needs several
 * answers may fit between no two deaths, so its time begins again with each.
 */
async function persist<T>(task: () => Promise<T>): Promise<T> {
  const begunAt = Date.now();
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (Date.now() - Math.max(begunAt, server.upSince) > ROUND_LIMIT_MS) throw error;
      await pause(200);
    }
  }
}

/** Starts a session. Finds it when the dying server started it without answering. */
async function startOf(driver: Driver, { place }: FixtureChargePoint): Promise<string> {
  return persist(async () => {
    const running = await driver.ongoing().catch(() => undefined);
    return running?.booking_id ?? driver.start(place, 2);
  });
}

test.skipIf(KILLS === 0)(
  `with the server killed ${KILLS} times while ${LANES} drivers charge one after the other, every session is settled by its meter and the ledger is right`,
  { timeout: (KILLS + 10) * 60_000 },
  async () => {
    const fixture = await stackFixture();
    const charged: { driver: Driver; bookingId: string; chargePoint: FixtureChargePoint }[] = [];
    const run = { over: false };

    async function lane(): Promise<void> {
      const chargePoint = await fixture.chargePoint();
      while (!run.over) {
        const driver = await persist(() => fixture.driver());
        const bookingId = await startOf(driver, chargePoint);
        const before = chargePoint.journal().length;
        // A start that died with the server may fail, and then the meter does not move.
        await persist(async () => {
          const moved = chargePoint.journal().length - before;
          if (moved > 2) return;
          const { status } = await driver.invoice(bookingId);
          if (!ENDED.has(status)) throw new Error(`The charge is ${status} with ${moved} new lines in the journal.`);
        });
        await persist(async () => {
          const { status } = await driver.invoice(bookingId);
          if (ENDED.has(status)) return;
          await driver.stop(bookingId).catch(() => {});
          throw new Error(`The charge is ${status}.`);
        });
        charged.push({ driver, bookingId, chargePoint });
        chargePoint.type('unplug');
        chargePoint.type('plug');
      }
    }

    async function killer(): Promise<void> {
      let random = SEED;
      for (let nth = 1; nth <= KILLS; nth += 1) {
        random = (random * 48_271) % 2_147_483_647;
        await pause(500 + (random % MAX_BETWEEN_MS));
        const database = nth % 5 === 0 ? fixture.stack.databasePid() : undefined;
        const killing = fixture.stack.server().kill();
        if (database) process.kill(database, 'SIGKILL');
        await killing;
        await fixture.stack.restartServer();
        server.upSince = Date.now();
      }
      run.over = true;
    }

    await Promise.all([killer(), ...Array.from({ length: LANES }, lane)]);
    expect(charged.length).toBeGreaterThanOrEqual(LANES);
    for (const { driver, bookingId, chargePoint } of charged)
      await fixture.proveSettled(driver, bookingId, chargePoint);
    expect(await ledgerCheck(fixture.dataDir)).toEqual({ code: 0, said: 'The ledger adds up.\n' });
  },
);
