import { rmSync } from 'node:fs';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { DAY_MS, HOUR_MS } from '@bijli/server/kernel/durations';
import { createLog } from '@bijli/server/kernel/log';
import { listMessages } from '@bijli/server/modules/operations/message-log/message-log.store';
import type { Benchmark } from '../benchmark.ts';
import { CHARGE_POINTS_LOGGED, fillMessages } from '../data/big-data.ts';
import { latencyOf, spread, type Latency } from '../measuring/statistics.ts';
import { newDataFolder } from '../setup/data-folder.ts';
import { durabilityOf } from '../setup/fixture.ts';

const DAYS = 30;
const MESSAGES_OF_A_DAY = 333_334;
const ROUNDS = 5;
/** Requests of each kind in a round. */
const ASKED = 400;
/** The default number of rows of the operator's API, and its maximum. */
const LISTED = 200;
const MAX_LISTED = 1_000;
const MAX_P99_MS = 50;

type Asked = Parameters<typeof listMessages>[2];

/** A random time within the days that are filled. */
const someTimeMs = (): number => Date.now() - (1 + Math.random() * (DAYS - 2)) * DAY_MS;
const span = (fromMs: number, ms: number) => ({ since: new Date(fromMs), until: new Date(fromMs + ms) });

const KINDS: Record<string, () => Asked> = {
  'the latest': () => ({ limit: LISTED }),
  'until a time': () => ({ until: new Date(someTimeMs()), limit: LISTED }),
  'an hour': () => ({ ...span(someTimeMs(), HOUR_MS), limit: LISTED }),
  'a week, as many as there may be': () => ({ ...span(someTimeMs() - 7 * DAY_MS, 7 * DAY_MS), limit: MAX_LISTED }),
};

async function measure(database: Database, ask: () => Asked): Promise<Latency> {
  const times: number[] = [];
  for (let number = 0; number < ASKED; number += 1) {
    const chargePoint = `C${Math.floor(Math.random() * CHARGE_POINTS_LOGGED)}`;
    const begun = performance.now();
    await listMessages(database, chargePoint, ask());
    times.push(performance.now() - begun);
  }
  return latencyOf(times);
}

/** Reads the message log by charge point and time, in ten million rows of thirty days. */
export const messageLog: Benchmark = async (say) => {
  const dataDir = newDataFolder();
  const env = { LOG_LEVEL: 'fatal', MESSAGE_LOG_DAYS: String(2 * DAYS) };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 2);
  const client = await database.$client.connect();
  try {
    const from = performance.now();
    for (let daysAgo = DAYS; daysAgo >= 1; daysAgo -= 1)
      await fillMessages(client, { messages: MESSAGES_OF_A_DAY, daysAgo }, () => undefined);
    await client.query('analyze charger_messages');
    const fillSeconds = Math.round((performance.now() - from) / 1000);
    say(`${DAYS * MESSAGES_OF_A_DAY} messages of ${DAYS} days in ${fillSeconds} s`);

    const rounds: Record<string, Latency>[] = [];
    for (let number = 1; number <= ROUNDS; number += 1) {
      const round: Record<string, Latency> = {};
      for (const [kind, ask] of Object.entries(KINDS)) round[kind] = await measure(database, ask);
      rounds.push(round);
      say(
        `round ${number}: ${Object.entries(round)
          .map(([kind, { p50Ms, p99Ms }]) => `${kind} ${p50Ms}/${p99Ms}`)
          .join(', ')} ms`,
      );
    }
    const of = (kind: string, figure: keyof Latency) =>
      spread(
        rounds.map((round) => round[kind]?.[figure] ?? Number.NaN),
        2,
      );
    const slow = Object.keys(KINDS).filter((kind) => !(of(kind, 'p99Ms').median <= MAX_P99_MS));
    return {
      rows: Object.keys(KINDS).flatMap((kind) => [
        { what: `${kind}, p50 ms`, figures: of(kind, 'p50Ms') },
        { what: `${kind}, p99 ms`, overTime: true as const, figures: of(kind, 'p99Ms') },
      ]),
      durability: await durabilityOf(database),
      limit: `${DAYS * MESSAGES_OF_A_DAY} messages of ${CHARGE_POINTS_LOGGED} charge points in ${DAYS} parts of a day; each question is about any of them. What was filled a minute before is mostly in the memory of the machine.`,
      details: { days: DAYS, messagesOfADay: MESSAGES_OF_A_DAY, asked: ASKED, fillSeconds, rounds },
      broken: slow.length > 0 ? `${slow.join(', ')} take more than ${MAX_P99_MS} ms` : undefined,
    };
  } finally {
    client.release();
    await database.$client.end();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
