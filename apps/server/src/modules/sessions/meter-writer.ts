import type { Pool } from 'pg';
import type { Log } from '#kernel/log.ts';
import { followSamples, insertSampleColumns, type MeterState } from './meter-writer.store.ts';
import type { Sample } from './sessions.store.ts';

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
        await insertSampleColumns(
          this.#pool,
          group.flatMap(({ samples }) => samples),
        );
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
    this.#following = followSamples(this.#pool, [...states.values()]).then(
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
