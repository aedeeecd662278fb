import type { Pool } from 'pg';
import { createStatementGroups } from '#db/statements/statement-groups.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type { Sample } from '../sessions.store.ts';
import { saveMeterStates, insertMissingSampleColumns, type MeterState } from './meter-writer.store.ts';

interface Entry {
  samples: Sample[];
  state: MeterState;
}

/**
 * Under load, sessions' rows are updated no more often than this, because one update costs as much as several samples.
 */
const SAVE_STATES_EVERY_MS = SECOND_MS;
/** A group with this many reports counts as load. At an ordinary pace a group has one or two. */
const LOADED_GROUP_SIZE = 32;

/**
 * Writes meter samples in groups (`db/statements/statement-groups.ts`). `record` resolves when its samples are stored.
 * The session's row is updated at once, or under load once for many samples. Lists read the row, but bills are made
 * from the samples.
 */
export class MeterWriter {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #groups = createStatementGroups<Entry>((group) => this.#write(group));
  /** The latest state of sessions whose row is behind their samples. */
  #behind = new Map<number, MeterState>();
  #savedAtMs = 0;
  #saving: Promise<void> | undefined;
  #isLoaded = false;
  #cancelSave: (() => void) | undefined;

  constructor(pool: Pool, log: Log, clock: Clock) {
    this.#pool = pool;
    this.#log = log;
    this.#clock = clock;
  }

  record(samples: Sample[], state: MeterState): Promise<void> {
    return this.#groups.run({ samples, state });
  }

  /** Resolves when nothing waits to be written. */
  async whenIdle(): Promise<void> {
    await this.#groups.idle();
    this.#isLoaded = false;
    this.#saveStates();
    while (this.#saving) await this.#saving;
  }

  async #write(group: Entry[]): Promise<void[]> {
    await insertMissingSampleColumns(
      this.#pool,
      group.flatMap(({ samples }) => samples),
    );
    for (const { state } of group) this.#behind.set(state.transactionId, state);
    this.#isLoaded = group.length >= LOADED_GROUP_SIZE || this.#groups.hasWaiting();
    this.#saveStates();
    return group.map(() => undefined);
  }

  #saveStates(): void {
    if (this.#saving || this.#behind.size === 0) return;
    const nowMs = this.#clock.now().getTime();
    const waitMs = this.#isLoaded ? Math.min(this.#savedAtMs + SAVE_STATES_EVERY_MS - nowMs, SAVE_STATES_EVERY_MS) : 0;
    if (waitMs > 0) return this.#saveLater(waitMs);
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const states = this.#behind;
    this.#behind = new Map();
    this.#savedAtMs = nowMs;
    this.#saving = saveMeterStates(this.#pool, [...states.values()]).then(
      () => {
        this.#saving = undefined;
        this.#saveStates();
      },
      (error: unknown) => {
        this.#saving = undefined;
        // Kept for the next group, unless a later sample has arrived.
        this.#behind = new Map([...states, ...this.#behind]);
        this.#log.warn(
          { event: 'session.rows_behind', error },
          'session rows are behind their samples; the next write updates them',
        );
      },
    );
  }

  #saveLater(ms: number): void {
    this.#cancelSave ??= this.#clock.after(ms, () => {
      this.#cancelSave = undefined;
      this.#isLoaded = false;
      this.#saveStates();
    });
  }
}
