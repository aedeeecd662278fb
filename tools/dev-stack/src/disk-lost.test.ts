import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { atEnd } from '@bijli/server/testing/at-end';
import { freePort } from './free-port.ts';
import { startNode } from './node-process.ts';
import { rowsOf } from './testing.ts';

const CLI = fileURLToPath(import.meta.resolve('@bijli/server/cli'));
/** Of `npm run test:full -- disk`; `npm test` has `backup/backup.test.ts`. */
const LOSS_SECONDS = Number(process.env['LOSS_SECONDS'] ?? 0);
/** Who asks for codes at a time. */
const CALLERS = 4;

test.runIf(LOSS_SECONDS > 0)(
  'a disk that is destroyed in mid-traffic costs no more than is promised: what was acknowledged before is there again, and the books are in order [OPS-22, OPS-23]',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'bijli-disk-'));
    chmodSync(home, 0o711);
    atEnd(() => rmSync(home, { recursive: true, force: true }));
    const kept = join(home, 'kept');
    mkdirSync(kept);
    const env = {
      DATA_DIR: join(home, 'data'),
      BACKUP_TO: kept,
      BACKUP_LOSS_SECONDS: String(LOSS_SECONDS),
      HOST: '127.0.0.1',
      DEMO_FLEET: 'none',
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

    // What the server acknowledged, with when.
    const acknowledged: { number: string; atMs: number }[] = [];
    const gone = new AbortController();
    let next = 9_700_000_000;
    async function ask(): Promise<void> {
      while (!gone.signal.aborted) {
        const number = String((next += 1));
        const answer = await fetch(`${node.url}/api-v1/user/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ mobile_no: number }),
        }).catch(() => undefined);
        const body = (await answer?.json().catch(() => undefined)) as { success?: boolean } | undefined;
        if (body?.success === true) acknowledged.push({ number, atMs: Date.now() });
      }
    }
    const callers = Array.from({ length: CALLERS }, ask);
    // Long enough for what was written first to be as old as may be lost.
    const begunMs = Date.now();
    await vi.waitUntil(() => Date.now() - begunMs > (LOSS_SECONDS + 5) * 1000, { timeout: 200_000, interval: 200 });

    const where = join(env.DATA_DIR, 'WHERE.txt');
    const files = existsSync(where) ? /files are in (\S+)/.exec(readFileSync(where, 'utf8'))?.[1] : undefined;
    expect(files).toBeUndefined();
    node.signal('SIGKILL');
    // As long as PostgreSQL runs on it writes files: it goes as a machine does, with its disk.
    const postmaster = Number.parseInt(readFileSync(join(env.DATA_DIR, 'postgres/postmaster.pid'), 'utf8'), 10);
    process.kill(postmaster, 'SIGKILL');
    const lostAtMs = Date.now();
    await node.ended;
    gone.abort();
    await Promise.all(callers);
    rmSync(env.DATA_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

    const { status, stdout, stderr } = bijli('restore', '--verify');
    expect([status, stdout, stderr]).toEqual([
      0,
      expect.stringContaining('The ledger adds up, and no series of invoices has a gap.'),
      '',
    ]);
    const back = await startNode({ ...env, PORT: String(port) });
    const url = readFileSync(join(env.DATA_DIR, 'postgres.url'), 'utf8');
    const rows = await rowsOf<{ number: string }>(url, 'select mobile as number from one_time_codes');
    const there = new Set(rows.map(({ number }) => number));
    const lost = acknowledged.filter(({ number }) => !there.has(number));
    const lostMs = Math.max(0, ...lost.map(({ atMs }) => lostAtMs - atMs));
    process.stdout.write(`   ${acknowledged.length} acknowledged, the last ${Math.round(lostMs)} ms lost\n`);
    expect(acknowledged.length - lost.length).toBeGreaterThan(0);
    expect(lostMs).toBeLessThanOrEqual(LOSS_SECONDS * 1000);
    back.signal('SIGTERM');
    expect(await back.ended).toBe('0');
  },
  300_000,
);
