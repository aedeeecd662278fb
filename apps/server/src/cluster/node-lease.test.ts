import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { isDatabaseUnavailable } from '#db/database-unavailable.ts';
import { openServerDatabase } from '#db/database.ts';
import { databaseUrl, testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';
import { createLeaseTables } from './lease.store.ts';
import { NodeLease, type LeaseTimes, type WaitReason } from './node-lease.ts';
import { thisProcess } from './this-process.ts';

const database = await testDatabase();
await createLeaseTables(database);
const direct = databaseUrl(database);
const wire = await openTcpProxy(Number(new URL(direct).port));
const wired = Object.assign(new URL(direct), { port: String(wire.port) }).href;
const figures = { ttlMs: 60_000, renewMs: 20, askMs: 10, answerMs: 500 };
const PATIENCE = { timeout: 10_000 };
const never = new Promise<void>(() => {});
const open = new Set<NodeLease>();

function node(url = direct, more: Partial<LeaseTimes> = {}): NodeLease {
  const lease = new NodeLease({ url, log: testLog, times: { ...figures, ...more } });
  open.add(lease);
  return lease;
}
async function release(lease: NodeLease): Promise<void> {
  open.delete(lease);
  await lease.release();
}
async function mayServe(lease: NodeLease): Promise<boolean> {
  return (async () => lease.gate())().then(
    () => true,
    (error: unknown) => (isDatabaseUnavailable(error) ? false : Promise.reject(error)),
  );
}
const sql = (statement: string) => database.$client.query(statement);
/** Time passes for the lease as it does for the database. */
const runOut = () => sql("update node_lease set expires_at = clock_timestamp() - interval '1 millisecond'");
/** Settles when it was told to wait that way. */
function startWaiting(lease: NodeLease, why: WaitReason): { reported: Promise<void>; taken: Promise<boolean> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const taken = lease.take(async (now) => (now === why ? resolve() : undefined), never);
  return { reported: promise, taken };
}

beforeEach(() => wire.pass());
afterAll(async () => {
  for (const lease of open) await lease.release();
  await wire.close();
});

test('one of two nodes serves; the other waits, and serves as soon as the first has shut down [OPS-3]', async () => {
  const [first, second] = [node(), node()];
  expect(await first.take(() => never, never)).toBe(true);
  expect(await mayServe(first)).toBe(true);
  const { reported, taken } = startWaiting(second, 'standby');
  await reported;
  expect(await mayServe(second)).toBe(false);
  await release(first);
  expect(await taken).toBe(true);
  expect(await mayServe(second)).toBe(true);
  await release(second);
});

test('a node that waits may be asked at any time whether it serves, and takes the lease nevertheless', async () => {
  const [first, second] = [node(), node(direct, { askMs: 600 })];
  await first.take(() => never, never);
  const { reported, taken } = startWaiting(second, 'standby');
  await reported;
  // So long that it would ask the database again if it had a lease to confirm.
  await pause(300);
  expect(await mayServe(second)).toBe(false);
  await release(first);
  expect(await taken).toBe(true);
  expect(await mayServe(second)).toBe(true);
  await release(second);
});

test('a node that was paused until another took its place notices before it uses the database [OPS-4]', async () => {
  const [paused, other] = [node(wired), node()];
  await paused.take(() => never, never);
  // The database of its server, which can be reached all the time.
  const { $client: pool } = openServerDatabase(direct, testLog, { gate: paused.gate });
  expect((await pool.query('select from node_lease')).rowCount).toBe(1);
  // Nothing of it reaches the database, nor the other way.
  wire.hang();
  await runOut();
  expect(await other.take(() => never, never)).toBe(true);
  await wire.pass();
  await paused.lost;
  expect(await mayServe(paused)).toBe(false);
  await expect(pool.query('select from node_lease')).rejects.toSatisfy(isDatabaseUnavailable);
  await pool.end();
  await release(paused);
  // What it gave back was not its own.
  expect((await sql('select from node_lease')).rowCount).toBe(1);
  await release(other);
});

test('if the database was away and no other node took over, the node may use it again although its lease had expired', async () => {
  const only = node(wired, { ttlMs: 200 });
  await only.take(() => never, never);
  await wire.refuse();
  await vi.waitUntil(async () => !(await mayServe(only)), PATIENCE);
  await runOut();
  await wire.pass();
  await vi.waitUntil(() => mayServe(only), PATIENCE);
  await release(only);
});

test('a node waits for a database that is not there yet, and can be ended while it waits', async () => {
  await wire.refuse();
  const early = node(wired);
  const { reported, taken } = startWaiting(early, 'unavailable');
  await reported;
  await wire.pass();
  expect(await taken).toBe(true);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const late = node();
  expect(await late.take(async () => resolve(), end)).toBe(false);
  await release(early);
});

test('a wrong password is reported at once', async () => {
  const wrong = Object.assign(new URL(direct), { password: 'wrong' }).href;
  await expect(node(wrong).take(() => never, never)).rejects.toThrow('password authentication failed');
});

test('a killed process of this machine is not waited for, but one of another machine is', async () => {
  const here = thisProcess();
  const left = `insert into node_lease values (true, 'left', $1, '2147480000 1', now(), now() + interval '1 minute')`;
  await database.$client.query(left, ['another machine']);
  const next = node();
  const { reported, taken } = startWaiting(next, 'standby');
  await reported;
  await database.$client.query('update node_lease set place = $1', [here.place]);
  expect(await taken).toBe(true);
  await release(next);
});
