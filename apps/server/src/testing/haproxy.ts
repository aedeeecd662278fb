import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { freePort } from '#kernel/free-port.ts';
import { atEnd } from './at-end.ts';

const PROGRAM = 'haproxy';
const CONFIGURATION = fileURLToPath(new URL('../../../../deploy/haproxy.cfg', import.meta.url));

/** Tests of the balancer need HAProxy from the system: `apt-get install haproxy`. */
export const hasHaproxy = spawnSync(PROGRAM, ['-v']).status === 0;
if (!hasHaproxy) process.stderr.write('Tests of the balancer are skipped: there is no haproxy here.\n');

interface BalancerTimes {
  silenceMs?: number;
  lookMs?: number;
}

/**
 * Starts the balancer of `deploy` in front of up to three nodes, on a free port of loopback, and returns its URL.
 * `silenceMs` and `lookMs` replace the times after which silent connections are cut and nodes are checked again.
 */
export async function startHaproxy(nodeUrls: string[], times: BalancerTimes = {}): Promise<string> {
  const bind = `127.0.0.1:${await freePort()}`;
  const nobody = `127.0.0.1:${await freePort()}`;
  const nodes = [1, 2, 3].map((number) => {
    const url = nodeUrls[number - 1];
    return [`BIJLI_NODE_${number}`, url ? new URL(url).host : nobody];
  });
  const child = spawn(PROGRAM, ['-db', '-f', sooner(times)], {
    env: { ...process.env, BIJLI_BIND: bind, ...Object.fromEntries(nodes) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  atEnd(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  const url = `http://${bind}`;
  await vi.waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`haproxy has ended: ${said}`);
      return (await fetch(`${url}/health/live`).catch(() => undefined))?.status === 200;
    },
    { timeout: 20_000 },
  );
  return url;
}

/** Returns the path of the configuration, or of a copy with other times. */
function sooner({ silenceMs, lookMs }: BalancerTimes): string {
  if (silenceMs === undefined && lookMs === undefined) return CONFIGURATION;
  const folder = mkdtempSync(join(tmpdir(), 'bijli-haproxy-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'haproxy.cfg');
  let text = readFileSync(CONFIGURATION, 'utf8');
  if (silenceMs !== undefined) text = text.replaceAll(/(timeout (?:client|server)) \d+s$/gm, `$1 ${silenceMs}ms`);
  if (lookMs !== undefined) text = text.replaceAll(/(check inter) \d+s /g, `$1 ${lookMs}ms `);
  writeFileSync(path, text);
  return path;
}
