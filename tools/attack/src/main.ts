import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, mkdtempSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { productionDefault } from '@bijli/server/config/env';
import { freePort } from '@bijli/server/kernel/free-port';
import { dataFile } from '@bijli/server/seed/data-file';
import { fleetOf } from '@bijli/server/seed/demo-fleet';
import type { AttackContext } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import type { HonestClients, HonestFigures } from './honest-clients.ts';
import { ServerProbe, type LoopTime, type Memory } from './server-probe.ts';
import { waitProblems } from './verdict.ts';

const HELP = `Starts its own Bijli on this machine and runs one attack after the other against it, while an honest driver and
an honest charger use it. Fails if the server ends, if an honest p99 more than doubles, or if memory is still more than a
tenth above its start one minute later.

All share this machine's processors. So the attacker runs at the lowest priority, and the honest driver also calls a bare
server that only answers. Beside the double, twice what that one's p99 has grown is allowed, because a call passes our
server and the database. That is at most the double again, and nothing if our server used its core up.
Memory is measured after garbage collection, the peak without it.

  npm run attack -- [--only NAME] [--seconds 10] [--out FILE.json]

  --only      runs the attacks whose names contain this
  --seconds   how long each one lasts, 1 to 60
  --out       writes the figures to this file as JSON
`;
const QUIET_MS = 10_000;
const MEMORY_BACK_MS = 60_000;
const MEMORY_SHARE = 1.1;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);

interface Outcome {
  name: string;
  quiet: HonestFigures;
  attacked: HonestFigures;
  /** The share of the attack's time in which the server's main thread was busy. */
  busy: number;
  memoryMB: { before: Memory; peak: number; after: Memory; backAfterSeconds: number | undefined };
  saw: string;
  problems: string[];
}

if (values.help) say(HELP);
else process.exitCode = await run(Math.min(60, Math.max(1, Number(values.seconds) || 10)) * 1000);
process.exit();

async function run(forMs: number): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bijli-attack-'));
  chmodSync(dataDir, 0o711);
  // Production limits; those of the demo are ten times as wide. The honest driver is counted by token and stays within
  // them.
  const limits = {
    REQUESTS_PER_ADDRESS_MINUTE: productionDefault('REQUESTS_PER_ADDRESS_MINUTE'),
    SIGN_INS_PER_ADDRESS_MINUTE: productionDefault('SIGN_INS_PER_ADDRESS_MINUTE'),
  };
  const inspected = await freePort();
  const NODE_OPTIONS = `--inspect=127.0.0.1:${inspected} --inspect-publish-uid=http`;
  const env = { LOG_LEVEL: 'warn', ...limits, NODE_OPTIONS };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  const [honestPlace, ...places] = chargePointsOf(stack.url);
  if (!honestPlace) throw new Error('The demo network has no charger with two connectors.');
  const bareServer = fork(new URL('bare-server.ts', import.meta.url));
  const [bareUrl] = (await once(bareServer, 'message')) as [string];
  const workerData = {
    bareUrl,
    url: stack.url,
    chargePoint: honestPlace,
    stationId: honestPlace.stationId,
  } satisfies HonestClients;
  const bringHonest = async (): Promise<Worker> => {
    const worker = new Worker(new URL('honest-clients.ts', import.meta.url), { workerData });
    await once(worker, 'message');
    return worker;
  };
  let honest = await bringHonest();
  let probe = await ServerProbe.open(inspected);
  const measure = async (ms: number): Promise<HonestFigures> => {
    honest.postMessage(ms);
    return ((await once(honest, 'message')) as [HonestFigures])[0];
  };
  // A warm-up, so that caches that fill in the first minutes are not counted for an attack.
  await measure(QUIET_MS);
  const outcomes: Outcome[] = [];
  for (const name of Object.keys(ATTACKS).filter((known) => known.includes(values.only))) {
    const place = places.shift();
    if (!place) break;
    const { pid, ended } = stack.server();
    const outcome = await attack(name, { url: stack.url, chargePoints: [place] }, forMs, { pid, probe }, measure);
    outcomes.push(outcome);
    if (await Promise.race([ended, undefined])) {
      outcome.problems.push('the server has ended');
      await stack.restartServer();
      await honest.terminate();
      honest = await bringHonest();
      probe = await ServerProbe.open(inspected);
    }
    say(lineOf(outcome));
  }
  await honest.terminate();
  bareServer.kill();
  // A server with an open inspector session does not end.
  probe.close();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
  if (values.out)
    writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), outcomes }, undefined, 2)}\n`);
  const failed = outcomes.filter(({ problems }) => problems.length > 0).length;
  say(`\n${outcomes.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

async function attack(
  name: string,
  context: Omit<AttackContext, 'end'>,
  forMs: number,
  { pid, probe }: { pid: number; probe: ServerProbe },
  measure: (ms: number) => Promise<HonestFigures>,
): Promise<Outcome> {
  const quiet = await measure(QUIET_MS);
  const before = await probe.memory();
  const memoryMB = { before, peak: 0, after: before, backAfterSeconds: undefined as number | undefined };
  const watch = setInterval(() => {
    memoryMB.peak = Math.max(memoryMB.peak, memoryOf(pid));
  }, 200);
  const attacker = new Worker(new URL('attacker.ts', import.meta.url), { workerData: { name, context, forMs } });
  const saying = once(attacker, 'message').then(
    ([message]) => message as { saw?: string; problem?: string },
    (error: unknown) => ({ saw: '', problem: String(error) }),
  );
  const loopBefore = await probe.loopTime();
  const attacked = await measure(forMs);
  const busy = busyShare(loopBefore, await probe.loopTime());
  const said = await saying;
  await attacker.terminate();
  clearInterval(watch);
  const over = performance.now();
  while (performance.now() - over < MEMORY_BACK_MS && memoryMB.backAfterSeconds === undefined) {
    memoryMB.after = await probe.memory();
    if (isBack(before, memoryMB.after)) memoryMB.backAfterSeconds = Math.round((performance.now() - over) / 1000);
    else await new Promise((done) => setTimeout(done, 1_000));
  }
  const problems = [
    ...(said.problem ? [said.problem] : []),
    ...(memoryMB.backAfterSeconds === undefined ? ['memory is not back'] : []),
    ...waitProblems({ quiet, attacked, busy }),
  ];
  return { name, quiet, attacked, busy, memoryMB, saw: said.saw ?? '', problems };
}

function busyShare(before: LoopTime, after: LoopTime): number {
  const active = after.active - before.active;
  return Number((active / (active + after.idle - before.idle)).toFixed(2));
}

function isBack(before: Memory, after: Memory): boolean {
  return after.resident <= before.resident * MEMORY_SHARE && after.used <= before.used * MEMORY_SHARE;
}

function lineOf({ name, quiet, attacked, busy, memoryMB, saw, problems }: Outcome): string {
  const p99 = (what: keyof HonestFigures) => `${what} p99 ${quiet[what].p99Ms} → ${attacked[what].p99Ms} ms`;
  const { before, peak, after } = memoryMB;
  const memory = `memory ${before.resident} (${before.used} in use) → ${peak} → ${after.resident} (${after.used}) MB`;
  const thread = `server busy ${Math.round(busy * 100)} %`;
  const verdict = problems.length === 0 ? 'ok    ' : 'FAILED';
  return [
    `${verdict} ${name}: ${p99('calls')}, ${p99('frames')}, ${p99('bare')}, ${thread}, ${memory}; ${saw}`,
    ...problems,
  ].join('\n         ');
}

/** Resident memory of a process, in megabytes (proc(5)). */
function memoryOf(pid: number): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Math.round((Number(pages) * 4096) / 1e6);
  } catch {
    return 0;
  }
}

/** Charge points of the demo network with two connectors, each with its station. */
function chargePointsOf(url: string) {
  const { stations } = JSON.parse(dataFile('demo-stations.json')) as {
    stations: { id: string; chargers: { id: string }[] }[];
  };
  const stationOf = new Map(stations.flatMap(({ id, chargers }) => chargers.map((charger) => [charger.id, id])));
  return fleetOf()
    .filter(({ connectors }) => connectors.length > 1)
    .map(({ id, password }) => ({
      url,
      id,
      password,
      stationId: stationOf.get(id) ?? '',
      chargePointId: id,
      connector: 1,
    }));
}
