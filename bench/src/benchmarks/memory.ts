import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { freePort } from '@bijli/server/kernel/free-port';
import type { Benchmark } from '../benchmark.ts';
import { LoadChargePoint } from '../load/load-charge-point.ts';
import { Meter } from '../load/meter.ts';
import { memoryAfterCollection, type ProcessMemory } from '../measuring/process-memory.ts';
import { spread } from '../measuring/statistics.ts';
import { benchFixture, type BenchFixture } from '../setup/fixture.ts';

const SESSIONS = 200;
const SCREENS = 20;
/** Interval of the MeterValues of each charge point. */
const SAMPLE_EVERY_MS = 1_000;
/** Interval of map windows, each one new. */
const WINDOW_EVERY_MS = 100;
const MINUTES = 30;
/** Caches fill and code is compiled in the first minutes. */
const WARM_UP_MINUTES = 8;
const COMPARED_MINUTES = 5;
const MAX_GROWTH = 0.05;

/** Memory of the server minute by minute, while charges run, drivers watch them and maps are opened. */
export const memory: Benchmark = async (say) => {
  const inspectorPort = await freePort();
  const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`, REQUESTS_PER_ADDRESS_MINUTE: '1000000' };
  const fixture = await benchFixture(SESSIONS, env);
  const end = new AbortController();
  try {
    const counts = { samples: 0, windows: 0, events: 0 };
    const busy = Promise.all([charge(fixture, counts, end.signal), lookAround(fixture, counts, end.signal)]);
    const minutes: ProcessMemory[] = [];
    while (minutes.length < MINUTES) {
      await Promise.race([pause(60_000), busy]);
      const now = await memoryAfterCollection(fixture.stack.server().pid, inspectorPort);
      minutes.push(now);
      const { samples, windows, events } = counts;
      say(
        `minute ${minutes.length}: ${now.heldMb.toFixed(0)} MB, in use ${now.usedMb.toFixed(1)} (${samples} samples, ${windows} windows, ${events} events)`,
      );
    }
    end.abort();
    await busy;
    const [early, late] = [
      minutes.slice(WARM_UP_MINUTES, WARM_UP_MINUTES + COMPARED_MINUTES),
      minutes.slice(-COMPARED_MINUTES),
    ];
    const of = (some: ProcessMemory[], read: (one: ProcessMemory) => number) => spread(some.map(read), 1);
    const growth = of(late, heldMb).median / of(early, heldMb).median - 1;
    return {
      rows: [
        {
          what: `MB held, minutes ${WARM_UP_MINUTES + 1} to ${WARM_UP_MINUTES + COMPARED_MINUTES}`,
          figures: of(early, heldMb),
        },
        { what: `MB held, the last ${COMPARED_MINUTES} of ${MINUTES} minutes`, figures: of(late, heldMb) },
        { what: 'growth, %', overTime: true, figures: spread([growth * 100], 1) },
        { what: 'MB in use by JavaScript before', figures: of(early, usedMb) },
        { what: 'MB in use by JavaScript in the end', figures: of(late, usedMb) },
      ],
      durability: fixture.durability,
      limit: `${SESSIONS} charges with a sample a second, ${SCREENS} screens that watch one each, ten new windows of the map a second. Memory is told after a collection.`,
      details: { minutes, ...counts },
      broken: growth > MAX_GROWTH ? `memory grew by ${(growth * 100).toFixed(1)} %` : undefined,
    };
  } finally {
    end.abort();
    await fixture.close();
  }
};

const heldMb = (one: ProcessMemory): number => one.heldMb;
const usedMb = (one: ProcessMemory): number => one.usedMb;

/** Every charge point sends MeterValues, and some drivers have their screens open. */
async function charge(
  { sessions }: BenchFixture,
  counts: { samples: number; events: number },
  end: AbortSignal,
): Promise<void> {
  const screens = sessions
    .slice(0, SCREENS)
    .map(({ screen: { url, token, event } }) =>
      io(url, { transports: ['websocket'], auth: { token }, forceNew: true }).on(event, () => (counts.events += 1)),
    );
  await Promise.all(
    sessions.map(async (session, place) => {
      const link = await new LoadChargePoint(session).open();
      await link.call('BootNotification', { chargePointVendor: 'Bijli', chargePointModel: 'Bench' });
      const meter = new Meter(session.transactionId);
      await pause((place / sessions.length) * SAMPLE_EVERY_MS);
      while (!end.aborted) {
        const tick = pause(SAMPLE_EVERY_MS);
        await link.call('MeterValues', JSON.parse(meter.next(Date.now())));
        counts.samples += 1;
        await tick;
      }
      await link.close();
    }),
  );
  for (const screen of screens) screen.disconnect();
}

/** Asks for map windows all over the country, from a street to a State. */
async function lookAround(
  { stack, sessions }: BenchFixture,
  counts: { windows: number },
  end: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${sessions[0]?.screen.token}` };
  while (!end.aborted) {
    const tick = pause(WINDOW_EVERY_MS);
    const size = 10 ** (Math.random() * 3 - 2);
    const [west, south] = [69 + Math.random() * 24, 8 + Math.random() * 24];
    const window = [west, south, west + size, south + size].map((degrees) => degrees.toFixed(4)).join();
    const answer = await fetch(`${stack.url}/api-v1/user/charging-station?window=${window}&zoom=10`, { headers });
    const { success } = (await answer.json()) as { success: boolean };
    if (!success) throw new Error(`A window of the map was answered ${answer.status}.`);
    counts.windows += 1;
    await tick;
  }
}
