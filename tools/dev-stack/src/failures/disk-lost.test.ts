import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { DEMO_CREDENTIALS, providerAddresses } from '@bijli/payment-sandbox/demo';
import { createSandbox } from '@bijli/payment-sandbox/sandbox';
import { freePort } from '@bijli/server/kernel/free-port';
import { atEnd } from '@bijli/server/testing/at-end';
import { startNode } from '../parts/logged-node.ts';
import { ledgerCheckOutput, PATIENCE, rowsOf } from '../testing.ts';
import { startTraffic, type Acknowledged } from './disk-traffic.ts';

const CLI = fileURLToPath(import.meta.resolve('@bijli/server/cli'));
/** Set by `npm run test:full -- disk-loss`. `npm test` has `backup/backup.test.ts` instead. */
const LOSS_SECONDS = Number(process.env['LOSS_SECONDS'] ?? 0);
/** Numbers of people who ask for codes at a time, and of drivers who pay and charge. */
const CALLERS = 2;
const DRIVERS = 6;
/** The key for finding an acknowledged row again. For a charge it includes the billed energy. */
const nameOf = ({ kind, key, energyWh }: Omit<Acknowledged, 'atMs'>): string => `${kind} ${key} ${energyWh ?? ''}`;

/** Every stored row that may have been acknowledged. */
async function keptOf(url: string): Promise<Set<string>> {
  const rows = await rowsOf<{ kind: Acknowledged['kind']; key: string; energyWh?: number }>(
    url,
    `select 'code' as kind, mobile as key, null::int as "energyWh" from one_time_codes
     union all select 'top-up', txn_id, null from payment_intents where state = 'completed'
     union all select 'charge', booking_id, energy_wh from charging_sessions where state = 'completed' and not provisional`,
  );
  return new Set(rows.map(({ kind, key, energyWh }) => nameOf({ kind, key, ...(energyWh !== null && { energyWh }) })));
}

const openOf = (url: string): Promise<object[]> =>
  rowsOf(url, 'select booking_id, state from charging_sessions where ended_at is null');

test.runIf(LOSS_SECONDS > 0)(
  'a disk that is destroyed under traffic loses no more than promised: what was acknowledged before is restored, and the ledger is right [OPS-22, OPS-23]',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'bijli-disk-'));
    chmodSync(home, 0o711);
    atEnd(() => rmSync(home, { recursive: true, force: true }));
    const sandbox = await createSandbox(DEMO_CREDENTIALS);
    atEnd(() => sandbox.close());
    const kept = join(home, 'kept');
    mkdirSync(kept);
    const env = {
      DATA_DIR: join(home, 'data'),
      BACKUP_TO: kept,
      BACKUP_LOSS_SECONDS: String(LOSS_SECONDS),
      HOST: '127.0.0.1',
      DEMO_FLEET: 'none',
      METER_SAMPLE_SECONDS: '1',
      MAP_TILES_URL: 'none',
      ...providerAddresses(sandbox.url),
      CODES_PER_ADDRESS_HOUR: '100000',
      CODES_PER_HOUR: '100000',
      REQUESTS_AT_ONCE: '8',
      SIGN_INS_PER_ADDRESS_MINUTE: '100000',
      REQUESTS_PER_ADDRESS_MINUTE: '100000',
    };
    const bijli = (...args: string[]) =>
      spawnSync(process.execPath, [CLI, ...args], { env: { ...process.env, ...env }, encoding: 'utf8' });
    const port = await freePort();
    const node = await startNode({ ...env, PORT: String(port) });
    expect(bijli('backup').status).toBe(0);

    const traffic = startTraffic(node.url, { callers: CALLERS, drivers: DRIVERS });
    // Long enough for the first rows to be as old as the allowed loss.
    const begunMs = Date.now();
    await vi.waitUntil(() => Date.now() - begunMs > (LOSS_SECONDS + 5) * 1000, { timeout: 200_000, interval: 200 });

    const where = join(env.DATA_DIR, 'WHERE.txt');
    const files = existsSync(where) ? /files are in (\S+)/.exec(readFileSync(where, 'utf8'))?.[1] : undefined;
    expect(files).toBeUndefined();
    node.signal('SIGKILL');
    // A running PostgreSQL goes on writing files. It is killed here, as when a machine is lost with its disk.
    const postmaster = Number.parseInt(readFileSync(join(env.DATA_DIR, 'postgres/postmaster.pid'), 'utf8'), 10);
    process.kill(postmaster, 'SIGKILL');
    const lostAtMs = Date.now();
    await node.ended;
    await traffic.end();
    rmSync(env.DATA_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

    const { status, stdout, stderr } = bijli('restore', '--verify');
    expect([status, stdout, stderr]).toEqual([
      0,
      expect.stringContaining('The ledger adds up, and no series of invoices has a gap.'),
      '',
    ]);
    const back = await startNode({ ...env, PORT: String(port) });
    const url = readFileSync(join(env.DATA_DIR, 'postgres.url'), 'utf8');
    const { acknowledged } = traffic;
    const there = await keptOf(url);
    const lost = acknowledged.filter((one) => !there.has(nameOf(one)));
    const lostMs = Math.max(0, ...lost.map(({ atMs }) => lostAtMs - atMs));
    for (const kind of ['code', 'top-up', 'charge'] as const) {
      const [all, gone] = [acknowledged, lost].map((some) => some.filter((one) => one.kind === kind).length);
      process.stdout.write(`   ${all} of kind ${kind} acknowledged, ${gone} lost\n`);
      expect((all ?? 0) - (gone ?? 0)).toBeGreaterThan(0);
    }
    process.stdout.write(`   the oldest that is lost was ${Math.round(lostMs)} ms old\n`);
    expect(lostMs).toBeLessThanOrEqual(LOSS_SECONDS * 1000);

    // Charge points went on charging. Their reports now end the open sessions, and the ledger agrees. A stop that was
    // acknowledged in what was lost is not sent again: that session ends two minutes after its connector was told to be
    // free.
    for (const chargePoint of traffic.chargePoints) await vi.waitUntil(() => chargePoint.isOnline, PATIENCE);
    for (const chargePoint of traffic.chargePoints) if (chargePoint.connector(1).transaction) chargePoint.stop(1);
    await vi.waitUntil(async () => (await openOf(url)).length === 0, { timeout: 180_000, interval: 200 });
    expect(await ledgerCheckOutput(url)).toEqual(['The ledger adds up.']);
    back.signal('SIGTERM');
    expect(await back.ended).toBe('0');
  },
  460_000,
);
