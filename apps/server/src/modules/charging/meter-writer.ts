import type { Pool } from 'pg';
import { bigints, floats, ints, texts, timestamps } from '#db/column-arrays.ts';
import type { Sample } from './charging.store.ts';

/** What the session row keeps of the latest sample. */
export interface MeterState {
  transactionId: number;
  energyWh: number;
  powerW: number | undefined;
  soc: number | undefined;
  sampledAt: Date;
  registerWh: number | undefined;
  progressAt: Date;
}

interface Entry {
  samples: Sample[];
  state: MeterState;
  durable: () => void;
  failed: (error: unknown) => void;
}

/** More than this in one statement gains nothing and makes the first wait for the last. */
const MOST_AT_ONCE = 500;

const STATEMENT = {
  name: 'record-meter',
  text: `
    with written as (
      insert into meter_samples (transaction_id, sampled_at, context, received_at, register_wh, power_w, soc, raw)
      select * from unnest($1::int[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::bigint[], $6::int[], $7::float8[], $8::text[])
      on conflict do nothing
    )
    update charging_sessions as s
    set energy_wh = u.energy_wh, power_w = u.power_w, soc_now = coalesce(u.soc, s.soc_now), soc_start = coalesce(s.soc_start, u.soc),
        sampled_at = u.sampled_at, register_wh = coalesce(u.register_wh, s.register_wh), progress_at = u.progress_at
    from unnest($9::int[], $10::int[], $11::int[], $12::float8[], $13::timestamptz[], $14::bigint[], $15::timestamptz[])
      as u (transaction_id, energy_wh, power_w, soc, sampled_at, register_wh, progress_at)
    where s.transaction_id = u.transaction_id and s.ended_at is null`,
};

/**
 * Writes meter samples in groups: everything that arrives while one group is being written becomes the next, so that load
 * makes the groups and no timer is needed. `record` settles when its samples are durable.
 */
export class MeterWriter {
  readonly #pool: Pool;
  #queue: Entry[] = [];
  #writing: Promise<void> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  record(samples: Sample[], state: MeterState): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.push({ samples, state, durable: resolve, failed: reject });
    this.#writing ??= this.#writeAll();
    return promise;
  }

  /** Resolves when nothing waits to be written. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // The messages of one turn of the event loop go together.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, MOST_AT_ONCE);
      try {
        await this.#pool.query({ ...STATEMENT, values: columnsOf(group) });
        for (const entry of group) entry.durable();
      } catch (error) {
        for (const entry of group) entry.failed(error);
      }
    }
    this.#writing = undefined;
  }
}

function columnsOf(group: Entry[]): Buffer[] {
  const samples = group.flatMap((entry) => entry.samples);
  // One row a transaction: an UPDATE takes an arbitrary one of several.
  const states = [...new Map(group.map((entry) => [entry.state.transactionId, entry.state])).values()];
  return [
    ints(samples.map((sample) => sample.transactionId)),
    timestamps(samples.map((sample) => sample.sampledAt)),
    texts(samples.map((sample) => sample.context)),
    timestamps(samples.map((sample) => sample.receivedAt)),
    bigints(samples.map((sample) => sample.registerWh)),
    ints(samples.map((sample) => sample.powerW)),
    floats(samples.map((sample) => sample.soc)),
    texts(samples.map((sample) => sample.raw)),
    ints(states.map((state) => state.transactionId)),
    ints(states.map((state) => state.energyWh)),
    ints(states.map((state) => state.powerW ?? null)),
    floats(states.map((state) => state.soc ?? null)),
    timestamps(states.map((state) => state.sampledAt)),
    bigints(states.map((state) => state.registerWh ?? null)),
    timestamps(states.map((state) => state.progressAt)),
  ];
}
