import type { Pool } from 'pg';
import { ASYNC_COMMIT } from '#db/statements/async-commit.ts';
import { bigints, floats, ints, texts, timestamps } from '#db/statements/column-arrays.ts';
import type { Sample } from '../sessions.store.ts';
import { formatCheckpoint, type CountingCheckpoint } from './counting-checkpoint.ts';

/** What the session's row stores of the latest sample. */
export interface MeterState {
  transactionId: number;
  energyWh: number;
  powerW: number | undefined;
  soc: number | undefined;
  sampledAt: Date;
  progressAt: Date;
  /** Null while stored samples are not counted yet. */
  counted: CountingCheckpoint | null;
  /** The epoch of this node's ownership of the charge point. Undefined if no other node shares the database. */
  epoch?: number | undefined;
}

const INSERT_SAMPLES = {
  name: 'insert-samples',
  text: `
    insert into meter_samples (transaction_id, sampled_at, context, received_at, register_wh, power_w, soc)
    select * from unnest($1::int[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::bigint[], $6::int[], $7::float8[])
    on conflict do nothing`,
};

const UPDATE_ROWS = `
    update charging_sessions as s
    set energy_wh = u.energy_wh, power_w = u.power_w, soc_now = coalesce(u.soc, s.soc_now), soc_start = coalesce(s.soc_start, u.soc),
        sampled_at = u.sampled_at, progress_at = u.progress_at, counted = u.counted`;
const COLUMNS = '$1::int[], $2::int[], $3::int[], $4::float8[], $5::timestamptz[], $6::timestamptz[], $7::text[]';
const NAMES = 'transaction_id, energy_wh, power_w, soc, sampled_at, progress_at, counted';
const OPEN = 's.transaction_id = u.transaction_id and s.ended_at is null';
const SAVE_STATES = {
  name: 'save-meter-states',
  text: `${UPDATE_ROWS} from unnest(${COLUMNS}) as u (${NAMES}), ${ASYNC_COMMIT} where ${OPEN}`,
};
/** Updates only rows whose charge point this node still owns. */
const SAVE_OWN_STATES = {
  name: 'save-own-meter-states',
  text: `${UPDATE_ROWS} from unnest(${COLUMNS}, $8::int[]) as u (${NAMES}, epoch), ${ASYNC_COMMIT} where ${OPEN}
    and not exists (select from charger_links l where l.charger_id = s.charger_id and l.epoch > u.epoch)`,
};

/**
 * Inserts samples and skips those already stored. Whole columns in one statement are several times faster than rows.
 */
export async function insertMissingSampleColumns(pool: Pool, samples: Sample[]): Promise<void> {
  await pool.query({ ...INSERT_SAMPLES, values: sampleColumns(samples) });
}

/**
 * Updates the rows of running sessions to their latest samples. Their loss would do no harm, because they can be
 * rebuilt from the samples, so the commit does not wait for the disk.
 */
export async function saveMeterStates(pool: Pool, states: MeterState[]): Promise<void> {
  const isShared = states.some(({ epoch }) => epoch !== undefined);
  if (!isShared) return void (await pool.query({ ...SAVE_STATES, values: stateColumns(states) }));
  const epochs = ints(states.map(({ epoch }) => epoch ?? 0));
  await pool.query({ ...SAVE_OWN_STATES, values: [...stateColumns(states), epochs] });
}

function sampleColumns(samples: Sample[]): Buffer[] {
  return [
    ints(samples.map((sample) => sample.transactionId)),
    timestamps(samples.map((sample) => sample.sampledAt)),
    texts(samples.map((sample) => sample.context)),
    timestamps(samples.map((sample) => sample.receivedAt)),
    bigints(samples.map((sample) => sample.registerWh)),
    ints(samples.map((sample) => sample.powerW)),
    floats(samples.map((sample) => sample.soc)),
  ];
}

function stateColumns(states: MeterState[]): Buffer[] {
  return [
    ints(states.map((state) => state.transactionId)),
    ints(states.map((state) => state.energyWh)),
    ints(states.map((state) => state.powerW ?? null)),
    floats(states.map((state) => state.soc ?? null)),
    timestamps(states.map((state) => state.sampledAt)),
    timestamps(states.map((state) => state.progressAt)),
    texts(states.map(({ counted }) => counted && formatCheckpoint(counted))),
  ];
}
