import { rmSync } from 'node:fs';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { openDatabase } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { createLog } from '@bijli/server/kernel/log';
import type { Benchmark } from '../benchmark.ts';
import { spread } from '../measuring/statistics.ts';
import { newDataFolder } from '../setup/data-folder.ts';
import { durabilityOf } from '../setup/fixture.ts';

const SESSIONS = 10_000;
/** One hour with a sample every twenty seconds. */
const SAMPLES_OF_EACH = 180;
const ROUNDS = 3;
const MAX_SECONDS = 5;

/** 100 Wh every 20 s. The latest 16 readings may still change their order. */
const RUNNING = `
  insert into charging_sessions (booking_id, token, station_id, charger_id, connector, state, created_at, transaction_id, started_at,
    meter_start_wh, energy_wh, sampled_at, progress_at, rated_w, counted)
  select 'B-R' || n, 'DEMO-0001', 'bench', 'BENCH-' || n, 1, 'charging', began, 1000000 + n, began, 0, 100 * $2::int, now(), now(), 60000,
    json_build_object('kept', $2::int, 'settled', json_build_object('bankedWh', 0, 'baseWh', 0, 'doubtedWh', 0, 'eitherWh', 0,
      'isRestarted', false, 'isGuessed', false, 'isCertain', false, 'seenAt', settled, 'heardAt', settled,
      'last', json_build_object('registerWh', 100 * ($2::int - 16), 'at', settled, 'receivedAt', settled)))::text
  from generate_series(1, $1::int) n
    cross join lateral (select date_trunc('second', now()) - $2::int * interval '20 s' as began) b
    cross join lateral (select began + ($2::int - 16) * interval '20 s' as settled) s`;
const SAMPLES = `
  insert into meter_samples (transaction_id, sampled_at, context, received_at, register_wh)
  select transaction_id, started_at + nth * interval '20 s', 'Sample.Periodic', started_at + nth * interval '20 s', 100 * nth
  from charging_sessions cross join generate_series(1, $2::int) nth where transaction_id between 1000001 and 1000000 + $1::int`;

/** Time until a server listens, with and without sessions that were running when the server before it ended. */
export const restart: Benchmark = async (say) => {
  const dataDir = newDataFolder();
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env: { LOG_LEVEL: 'fatal' } });
  const restarts = async (): Promise<number[]> => {
    const seconds: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      // A killed node keeps its lease until it runs out, and that is not measured here.
      await stack.server().stop();
      const from = performance.now();
      await stack.restartServer();
      seconds.push((performance.now() - from) / 1000);
    }
    return seconds;
  };
  try {
    const idle = await restarts();
    say(`with no session: ${spread(idle, 2).median} s`);
    const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 1);
    const durability = await durabilityOf(database);
    await database.$client.query('set session_replication_role = replica');
    await database.$client.query(RUNNING, [SESSIONS, SAMPLES_OF_EACH]);
    await database.$client.query(SAMPLES, [SESSIONS, SAMPLES_OF_EACH]);
    await database.$client.query('vacuum (analyze) charging_sessions, meter_samples');
    await database.$client.end();
    const busy = await restarts();
    say(`with ${SESSIONS} sessions: ${spread(busy, 2).median} s`);
    return {
      rows: [
        { what: `s until it listens, no session`, figures: spread(idle, 2) },
        { what: `s until it listens, ${SESSIONS} live sessions`, overTime: true, figures: spread(busy, 2) },
      ],
      durability,
      limit: `Each session has ${SAMPLES_OF_EACH} samples, of which the last are read.`,
      details: { sessions: SESSIONS, samplesOfEach: SAMPLES_OF_EACH, idle, busy },
      broken: spread(busy, 2).median > MAX_SECONDS ? `a restart takes more than ${MAX_SECONDS} s` : undefined,
    };
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
