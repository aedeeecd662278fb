import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '@bijli/server/kernel/free-port';
import { signIn } from './driver.ts';
import { dataFolder, ledgerCheck, PATIENCE } from './testing.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MOBILE = '9811111111';

const dataDir = dataFolder();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;

interface Start {
  process: ChildProcess;
  said(): string;
  ended: Promise<number | NodeJS.Signals>;
}
const starts: Start[] = [];
// After a failed test too: the next test needs its data and port. `close` comes once all of its parts have ended.
afterEach(async () => {
  for (const { process: npm, ended } of starts.splice(0)) {
    npm.kill('SIGKILL');
    await ended;
  }
});

/** Starts a command as a terminal does: in its own process group. */
function start(command: string[], env: Record<string, string> = {}): Start {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, DEMO_FLEET: 'small', DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  const begun = { process: child, said: () => said, ended };
  starts.push(begun);
  return begun;
}

const NPM = ['npm', 'start'];
/** What npm runs, started directly for its exit code: npm's shell would end with the signal instead. */
const SCRIPT = ['node', 'scripts/start.mjs'];
/** For a test that does not need the simulated chargers. */
const WITHOUT_FLEET = { DEMO_FLEET: 'none' };

async function running(begun: Start): Promise<Start> {
  await vi.waitUntil(() => begun.said().includes('Bijli is running') || begun.process.exitCode !== null, PATIENCE);
  expect(begun.said()).toContain('Bijli is running');
  return begun;
}

const isReady = async (): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

interface Running {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        // A process ended while the list was read.
        return [];
      }
    });
}

/** A process and all its descendants. */
function familyOf({ process: { pid = 0 } }: Start): Running[] {
  const all = processes();
  const family = all.filter((one) => one.pid === pid);
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid));
  return family;
}

function alive(family: Running[]): string[] {
  const pids = new Set(family.map(({ pid }) => pid));
  return processes()
    .filter(({ pid }) => pids.has(pid))
    .map(({ command }) => command);
}

function member(family: Running[], command: string): Running {
  const found = family.find((one) => one.command.includes(command));
  if (!found) throw new Error(`There is no ${command} among ${family.map((one) => one.command).join(', ')}`);
  return found;
}

const PARTS = [
  'tools/dev-stack/src/main.ts',
  'apps/server/src/main.ts',
  'payment-sandbox/src/main.ts',
  'fleet-main.ts',
  'bin/postgres',
];

test('a killed `npm start` leaves nothing behind; meanwhile a second one is refused with the reason. The next start prepares nothing again and has the data; if its child is killed, it leaves nothing behind either', async () => {
  const first = await running(start(NPM));
  const family = familyOf(first);
  for (const part of PARTS) expect(member(family, part).pid).toBeGreaterThan(0);
  const driver = await signIn(url, MOBILE);
  await driver.topUp(250);

  const samePort = start(SCRIPT);
  expect(await samePort.ended).toBe(1);
  expect(samePort.said()).toContain(
    `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
  );
  const sameData = start(SCRIPT, { PORT: '0' });
  expect(await sameData.ended).toBe(1);
  expect(sameData.said()).toContain('Bijli is already running with this data');
  expect((await driver.wallet()).balance).toBe(250);

  first.process.kill('SIGKILL');
  await vi.waitFor(() => expect(alive(family)).toEqual([]), PATIENCE);

  const second = await running(start(NPM));
  expect(second.said()).not.toMatch(/Installing|Building|Making/);
  expect((await (await signIn(url, MOBILE)).wallet()).balance).toBe(250);
  const next = familyOf(second);
  process.kill(member(next, 'tools/dev-stack/src/main.ts').pid, 'SIGKILL');
  await vi.waitFor(() => expect(alive(next)).toEqual([]), PATIENCE);
});

test('if its server is killed the start says so and starts another, which takes over the running database', async () => {
  const third = await running(start(SCRIPT, WITHOUT_FLEET));
  const mobile = '9822222222';
  await (await signIn(url, mobile)).topUp(250);
  const killed = member(familyOf(third), 'apps/server/src/main.ts');
  process.kill(killed.pid, 'SIGKILL');
  await vi.waitUntil(
    () => third.said().includes('the server ended unexpectedly (SIGKILL), starting it again'),
    PATIENCE,
  );
  await vi.waitUntil(isReady, PATIENCE);
  const all = familyOf(third);
  expect(member(all, 'apps/server/src/main.ts').pid).not.toBe(killed.pid);
  expect((await (await signIn(url, mobile)).wallet()).balance).toBe(250);
  process.kill(-(third.process.pid ?? 0), 'SIGINT');
  expect(await third.ended).toBe(0);
  expect(third.said()).toContain('Stopped. Your data is kept.');
  expect(alive(all)).toEqual([]);
});

test('a start that is asked to end while it is still starting ends in good order', async () => {
  const early = start(SCRIPT, WITHOUT_FLEET);
  await vi.waitUntil(() => early.said().includes('starting the database'), PATIENCE);
  await vi.waitUntil(
    () => familyOf(early).some(({ command }) => command.includes('apps/server/src/main.ts')),
    PATIENCE,
  );
  const family = familyOf(early);
  early.process.kill('SIGTERM');
  expect(await early.ended).toBe(0);
  expect(alive(family)).toEqual([]);
  expect(await ledgerCheck(dataDir)).toEqual({ code: 0, said: 'The ledger adds up.\n' });
});
