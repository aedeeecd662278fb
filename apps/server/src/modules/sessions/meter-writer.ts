import type { Pool } from 'pg';
import { bigints, floats, ints, texts, timestamps } from '#db/column-arrays.ts';
import type { Log } from '#kernel/log.ts';
import type { Sample } from './sessions.store.ts';

/** What the session's row keeps of the latest sample. */
export interface MeterState {
  transactionId: number;
  energyWh: number;
  powerW: number | undefined;
  soc: number | undefined;
  sampledAt: Date;
  progressAt: Date;
}

interface Entry {
  samples: Sample[];
  state: MeterState;
  durable: () => void;
  failed: (error: unknown) => void;
}

/** More than this in one statement gains nothing and makes the first wait for the last. */
const MAX_AT_ONCE = 500;
/** While samples keep waiting, the rows of the sessions follow after this many groups. */
const GROUPS_AHEAD = 32;

const KEEP_SAMPLES = {
  name: 'keep-samples',
  text: `
    insert into meter_samples (transaction_id, sampled_at, context, received_at, register_wh, power_w, soc, raw)
    select * from unnest($1::int[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::bigint[], $6::int[], $7::float8[], $8::text[])
    on conflict do nothing`,
};

const FOLLOW_SAMPLES = {
  name: 'follow-samples',
  text: `
    update charging_sessions as s
    set energy_wh = u.energy_wh, power_w = u.power_w, soc_now = coalesce(u.soc, s.soc_now), soc_start = coalesce(s.soc_start, u.soc),
        sampled_at = u.sampled_at, progress_at = u.progress_at
    from unnest($1::int[], $2::int[], $3::int[], $4::float8[], $5::timestamptz[], $6::timestamptz[])
      as u (transaction_id, energy_wh, power_w, soc, sampled_at, progress_at)
    where s.transaction_id = u.transaction_id and s.ended_at is null`,
};

/**
 * Writes meter samples in groups: everything that arrives while one group is being written becomes the next, so that load
 * makes the groups and no timer is needed. `record` settles when its samples are durable. The row of the session follows
 * at once, or under load once for many samples: lists read it, while bills are made from the samples.
 */
export class MeterWriter {
  readonly #pool: Pool;
  readonly #log: Log;
  #queue: Entry[] = [];
  #writing: Promise<void> | undefined;
  /** The latest of the sessions whose row stands behind their samples. */
  #behind = new Map<number, MeterState>();
  #groupsAhead = 0;
  #following: Promise<void> | undefined;

  constructor(pool: Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
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
    while (this.#following) await this.#following;
  }

  async #writeAll(): Promise<void> {
    // The messages of one turn of the event loop go together.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, MAX_AT_ONCE);
      try {
        await this.#pool.query({ ...KEEP_SAMPLES, values: sampleColumns(group.flatMap(({ samples }) => samples)) });
        for (const { state, durable } of group) {
          this.#behind.set(state.transactionId, state);
          durable();
        }
        this.#groupsAhead += 1;
        this.#follow();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    this.#writing = undefined;
  }

  #follow(): void {
    const mayWait = this.#queue.length > 0 && this.#groupsAhead < GROUPS_AHEAD;
    if (this.#following || this.#behind.size === 0 || mayWait) return;
    const states = this.#behind;
    this.#behind = new Map();
    this.#groupsAhead = 0;
    this.#following = this.#pool.query({ ...FOLLOW_SAMPLES, values: stateColumns([...states.values()]) }).then(
      () => {
        this.#following = undefined;
        this.#follow();
      },
      (error: unknown) => {
        this.#following = undefined;
        // Kept for the next group, unless a later sample has come meanwhile.
        this.#behind = new Map([...states, ...this.#behind]);
        this.#log.warn(
          { event: 'session.rows_behind', error },
          'session rows are behind their samples; the next write brings them up to date',
        );
      },
    );
  }
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
    texts(samples.map((sample) => sample.raw)),
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
  ];
}
