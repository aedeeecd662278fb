import type { Socket } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { currentWorkload, type Workload } from '#kernel/workload.ts';
import { connectionError, DatabaseUnavailable } from '../database-unavailable.ts';
import { preparingClient } from './prepared-statements.ts';
import { isReadOnly, withReadOnlyTracking } from './read-only.ts';

/** The number of connections of a kind of caller, and its time limits. */
export interface PoolSize {
  connections: number;
  /** For a connection. */
  connectMs: number;
  /** For a statement, and for a transaction that waits for its next statement. */
  statementMs: number;
  /** For a lock that another transaction holds. */
  lockMs: number;
}

/** Allowed beyond the time of a statement. A longer silence means that the database does not answer at all. */
const CONNECTION_SILENCE_MS = 500;
/** After this much silence the system checks whether the other side is still there. */
const KEEP_ALIVE_MS = 10 * SECOND_MS;

/** Called before a connection is handed out. Throws, or returns what to wait for. */
export type Gate = () => Promise<void> | undefined;

export type PoolSizes = Record<Workload, PoolSize>;

interface WorkloadPoolOptions {
  url: string;
  log: Log;
  pools: PoolSize | PoolSizes;
  gate: Gate;
  /** A connection to a database that only reads is not given out: another may lead to the one that took its place. */
  mustWrite: boolean;
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void;

/**
 * One pool made of several: each kind of caller has its own connections, so that none takes another's last one. A
 * connection whose database falls silent is closed, and a lost one returns to the pool whatever its user does. So the
 * pool is complete again when the database is back.
 */
export class WorkloadPool extends Pool {
  readonly #pools: Pool[] = [];
  readonly #of: (workload: Workload) => { pool: Pool; silenceMs: number };
  readonly #gate: Gate;
  readonly #log: Log;
  readonly #mustWrite: boolean;
  /** Connections that were not used yet. */
  readonly #fresh = new WeakSet<PoolClient>();
  #isAway = false;

  constructor({ url, log, pools, gate, mustWrite }: WorkloadPoolOptions) {
    super({ connectionString: url, max: 1 });
    this.#gate = gate;
    this.#log = log;
    this.#mustWrite = mustWrite;
    if (isSize(pools)) {
      const one = this.#open(url, pools);
      this.#of = () => one;
    } else {
      const { http, sockets, chargePoints, messageLog, health, supervisor, background } = pools;
      const opened = {
        http: this.#open(url, http),
        sockets: this.#open(url, sockets),
        chargePoints: this.#open(url, chargePoints),
        messageLog: this.#open(url, messageLog),
        health: this.#open(url, health),
        supervisor: this.#open(url, supervisor),
        background: this.#open(url, background),
      };
      this.#of = (workload) => opened[workload];
    }
    for (const count of ['totalCount', 'idleCount', 'waitingCount'] as const)
      Object.defineProperty(this, count, { get: () => this.#pools.reduce((sum, pool) => sum + pool[count], 0) });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const client = this.#connect();
    if (!callback) return client;
    client.then(
      (given) => callback(undefined, given, given.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), ...this.#pools.map((pool) => pool.end())]);
  }

  #open(url: string, size: PoolSize): { pool: Pool; silenceMs: number } {
    const { connections, connectMs, statementMs, lockMs } = size;
    const pool = new Pool({
      connectionString: url,
      // For each workload, so that the many filters of the shop's visitors take no names from what charge points need.
      Client: withReadOnlyTracking(preparingClient()),
      // For `PipelinedClient`.
      pipeline: true,
      application_name: 'bijli',
      max: connections,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: statementMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    // On the connection itself: the pool listens only while a connection is idle, and an error that nobody hears ends
    // the process.
    pool.on('connect', (client) => {
      this.#fresh.add(client);
      if (!this.#isOfNoUse(client)) this.#noteAway(false);
      client.on('error', (error) => {
        if (!this.ending)
          this.#log.warn({ event: 'database.connection_lost', error: error.message }, 'a database connection was lost');
      });
      cutWhenSilent(streamOf(client), () => this.#noteAway(true));
    });
    pool.on('error', () => {});
    this.#pools.push(pool);
    return { pool, silenceMs: statementMs + CONNECTION_SILENCE_MS };
  }

  async #connect(): Promise<PoolClient> {
    const workload = currentWorkload();
    // The probe is about the database, not about whether this node may use it.
    const allowed = workload === 'health' ? undefined : this.#gate();
    if (allowed) await allowed;
    for (;;) {
      const client = await this.#take(workload);
      const isFresh = this.#fresh.delete(client);
      if (!this.#isOfNoUse(client)) {
        this.emit('acquire', client);
        return client;
      }
      client.release(true);
      if (!isFresh) continue;
      this.#noteAway(true);
      throw new DatabaseUnavailable('The database only reads.');
    }
  }

  #isOfNoUse(client: PoolClient): boolean {
    return this.#mustWrite && isReadOnly(client);
  }

  #take(workload: Workload): Promise<PoolClient> {
    const { pool, silenceMs } = this.#of(workload);
    return new Promise((resolve, reject) => {
      pool.connect((error, client) => {
        if (client) return resolve(watched(client, silenceMs));
        const problem = connectionError(error);
        if (problem instanceof DatabaseUnavailable && pool.totalCount < pool.options.max) this.#noteAway(true);
        reject(problem as Error);
      });
    });
  }

  /** Logs once when it is gone and once when it is back, however many callers notice. */
  #noteAway(isAway: boolean): void {
    if (this.#isAway === isAway || this.ending) return;
    this.#isAway = isAway;
    if (isAway) this.#log.error({ event: 'database.away' }, 'the database does not answer');
    else this.#log.warn({ event: 'database.back' }, 'the database answers again');
  }
}

function isSize(pools: PoolSize | PoolSizes): pools is PoolSize {
  return 'connections' in pools;
}

/**
 * A connection that is watched while it is used. Its user need not give back what is lost: a transaction whose `begin`
 * fails never does.
 */
function watched(client: PoolClient, silenceMs: number): PoolClient {
  const releaseClient = client.release;
  const stream = streamOf(client);
  const lost = (): void => release(true);
  let isReleased = false;
  function release(error?: Error | boolean): void {
    if (isReleased) return;
    isReleased = true;
    client.off('end', lost);
    stream.setTimeout(0);
    releaseClient(error);
  }
  client.once('end', lost);
  stream.setTimeout(silenceMs);
  client.release = release;
  return client;
}

/** Closes a connection that received nothing for its time limit. */
function cutWhenSilent(stream: Socket, onSilent: () => void): void {
  stream.on('timeout', () => {
    const { bytesRead, bytesWritten } = stream;
    // This process may have stood still itself: what came meanwhile is read first.
    setImmediate(() => {
      if (!stream.timeout || stream.bytesRead !== bytesRead || stream.bytesWritten !== bytesWritten) return;
      onSilent();
      stream.destroy(new DatabaseUnavailable('The database does not answer.'));
    });
  });
}

function streamOf(client: PoolClient): Socket {
  return client.connection.stream as Socket;
}
