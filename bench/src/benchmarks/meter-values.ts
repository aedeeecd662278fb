import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild } from '@bijli/dev-stack/child';
import type { Benchmark, Row } from '../benchmark.ts';
import type { LoadOptions, LoadResult } from '../load/load.ts';
import { countLostSamples } from '../measuring/lost-samples.ts';
import { spread } from '../measuring/statistics.ts';
import { benchFixture, type BenchFixture } from '../setup/fixture.ts';

/** With this many sockets none comes near the limit of stored samples of one session: `sample-budget.ts`. */
const SOCKETS = 600;
const OPEN_SCREENS = 10;
const ROUNDS = 5;
const WARM_UP_MS = 1_500;
const MEASURE_MS = 5_000;
const KILL_AFTER_MS = 3_000;
const KILL_RUN_MS = 9_000;
const LOAD = fileURLToPath(new URL('../load/load.ts', import.meta.url));
const BASELINE = fileURLToPath(new URL('../baselines/baseline-ocpp-server.ts', import.meta.url));

/**
 * MeterValues acknowledged after they are durable, compared with a bare `ws` server that parses and answers the same
 * frames.
 */
export const meterValues: Benchmark = async (say) => {
  say(`starting a server with ${SOCKETS} running sessions`);
  const fixture = await benchFixture(SOCKETS);
  say('and one that keeps no message log');
  const unlogged = await benchFixture(SOCKETS, { MESSAGE_LOG_DAYS: '0' });
  const bare = await startChild<{ url: string }>(BASELINE, { input: { job: 'answer' } });
  try {
    const rounds: MeterValuesRound[] = [];
    for (let number = 1; number <= ROUNDS; number += 1) {
      const pair = {
        bare: await load({ ...bareLoad(fixture, bare.answer.url), server: bare.pid }),
        bijli: await load(bijliLoad(fixture)),
        unlogged: await load(bijliLoad(unlogged)),
      };
      rounds.push(pair);
      say(`round ${number}: bare ${rate(pair.bare)}/s, Bijli ${rate(pair.bijli)}/s, unlogged ${rate(pair.unlogged)}/s`);
    }
    say('one run more, with the database killed in the middle of it');
    const loss = await lossRun(fixture);
    say(`${loss.acknowledged} samples acknowledged, ${loss.lost} lost`);
    return {
      rows: [...rows(rounds), ...lossRows(loss)],
      durability: fixture.durability,
      limit: limitOf(rounds),
      details: { sockets: SOCKETS, screens: OPEN_SCREENS, rounds, loss },
      broken: loss.lost > 0 || loss.wrongSessions > 0 ? 'acknowledged samples were lost' : undefined,
    };
  } finally {
    await bare.stop();
    await unlogged.close();
    await fixture.close();
  }
};

function bareLoad({ sessions }: BenchFixture, url: string): Omit<LoadOptions, 'server'> {
  const chargePoints = sessions.map((charge) => ({ ...charge, url }));
  return { chargePoints, screens: [], warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS, keepAcknowledged: false };
}

function bijliLoad({ sessions, stack }: BenchFixture): LoadOptions {
  return {
    warmUpMs: WARM_UP_MS,
    measureMs: MEASURE_MS,
    keepAcknowledged: false,
    chargePoints: sessions,
    screens: sessions.slice(0, OPEN_SCREENS).map(({ screen }) => screen),
    server: stack.server().pid,
    database: stack.databasePid(),
  };
}

async function load(options: LoadOptions): Promise<LoadResult> {
  const child = await startChild<LoadResult>(LOAD, { input: options });
  await child.stop();
  return child.answer;
}

async function lossRun(fixture: BenchFixture) {
  const running = load({ ...bijliLoad(fixture), measureMs: KILL_RUN_MS, keepAcknowledged: true });
  await pause(WARM_UP_MS + KILL_AFTER_MS);
  const database = fixture.stack.databasePid();
  if (!database) throw new Error('There is no database to kill.');
  process.kill(database, 'SIGKILL');
  const { acknowledged, refused, longestGapMs } = await running;
  return { ...(await countLostSamples(fixture.database, acknowledged)), refused, longestGapMs };
}

interface MeterValuesRound {
  bare: LoadResult;
  bijli: LoadResult;
  /** The same load without the message log. */
  unlogged: LoadResult;
}

function rows(rounds: MeterValuesRound[]): Row[] {
  const of = (read: (round: MeterValuesRound) => number, digits: number) => spread(rounds.map(read), digits);
  const quietest = rounds.toSorted((a, b) => disturbance(a) - disturbance(b)).slice(0, 1);
  return [
    { what: 'bare ws, messages/s', figures: of(({ bare }) => rate(bare), 0) },
    { what: 'Bijli, messages/s', overTime: true, figures: of(({ bijli }) => rate(bijli), 0) },
    { what: 'ratio Bijli / bare', overTime: true, figures: of(({ bare, bijli }) => rate(bijli) / rate(bare), 3) },
    {
      what: 'the same in the least disturbed round',
      overTime: true,
      figures: spread(
        quietest.map(({ bare, bijli }) => rate(bijli) / rate(bare)),
        3,
      ),
    },
    {
      what: 'ratio by CPU a message: the most with these cores, were none ever idle',
      figures: of(({ bare, bijli }) => allCpu(bare) / allCpu(bijli), 3),
    },
    { what: 'Bijli without its message log, messages/s', figures: of(({ unlogged }) => rate(unlogged), 0) },
    {
      what: 'what the message log takes of the throughput, %',
      overTime: true,
      figures: of(({ bijli, unlogged }) => 100 * (1 - rate(bijli) / rate(unlogged)), 0),
    },
    {
      what: 'what the message log costs, server and PostgreSQL, CPU µs/message',
      figures: of(({ bijli, unlogged }) => ownCpu(bijli) - ownCpu(unlogged), 1),
    },
    { what: 'bare ws, p50 ms', figures: of(({ bare }) => bare.p50Ms, 2) },
    { what: 'Bijli, p50 ms', figures: of(({ bijli }) => bijli.p50Ms, 2) },
    { what: 'bare ws, p99 ms', figures: of(({ bare }) => bare.p99Ms, 2) },
    { what: 'Bijli, p99 ms', figures: of(({ bijli }) => bijli.p99Ms, 2) },
    { what: 'bare ws, server CPU µs/message', figures: of(({ bare }) => perMessage(bare, 'server'), 1) },
    {
      what: 'Bijli, server CPU µs/message',
      overTime: true,
      figures: of(({ bijli }) => perMessage(bijli, 'server'), 1),
    },
    {
      what: 'Bijli, PostgreSQL CPU µs/message',
      overTime: true,
      figures: of(({ bijli }) => perMessage(bijli, 'database'), 1),
    },
    { what: 'bare ws, load generator CPU µs/message', figures: of(({ bare }) => perMessage(bare, 'load'), 1) },
    { what: 'Bijli, load generator CPU µs/message', figures: of(({ bijli }) => perMessage(bijli, 'load'), 1) },
    { what: 'bare ws, cores busy with it', figures: of(({ bare }) => coresBusy(bare), 2) },
    { what: 'Bijli, cores busy with it', figures: of(({ bijli }) => coresBusy(bijli), 2) },
    { what: 'bare ws, cores busy with something else', figures: of(({ bare }) => othersBusy(bare), 2) },
    { what: 'Bijli, cores busy with something else', figures: of(({ bijli }) => othersBusy(bijli), 2) },
    { what: 'live events that reached open screens/s', figures: of(({ bijli }) => bijli.events / bijli.seconds, 0) },
  ];
}

/** Describes what limited the throughput, from the figures. */
function limitOf(rounds: MeterValuesRound[]): string {
  const median = (read: (round: MeterValuesRound) => number) => spread(rounds.map(read), 2).median;
  const thread = Math.round(median(({ bijli }) => (bijli.cpuMs.server ?? Number.NaN) / 10 / bijli.seconds));
  const part = (name: keyof LoadResult['cpuMs']) => Math.round(median(({ bijli }) => perMessage(bijli, name)));
  return (
    `What limits: a message costs ${part('server')} µs in the server, ${part('database')} µs in PostgreSQL and ${part('load')} µs in the load generator ` +
    `(bare ws: ${Math.round(median(({ bare }) => perMessage(bare, 'server')))} and ${Math.round(median(({ bare }) => perMessage(bare, 'load')))} µs), ` +
    `all on the same ${cpus().length} cores, of which others used ${median(({ bijli }) => othersBusy(bijli))} meanwhile. ` +
    `The server's one thread was at work ${thread} % of the time; for the rest it waited for a core, for PostgreSQL or for the next messages, ` +
    `since each charger sends its next one only when its last one is durable. Which of these weighs most is not measured here.`
  );
}

function perMessage({ cpuMs, messages }: LoadResult, part: keyof LoadResult['cpuMs']): number {
  return ((cpuMs[part] ?? Number.NaN) * 1000) / messages;
}

function allCpu({ cpuMs, messages }: LoadResult): number {
  return (cpuMs.load + (cpuMs.server ?? 0) + (cpuMs.database ?? 0)) / messages;
}

function ownCpu(result: LoadResult): number {
  return perMessage(result, 'server') + perMessage(result, 'database');
}

function lossRows(loss: Awaited<ReturnType<typeof lossRun>>): Row[] {
  const once = (what: string, value: number) => ({ what, figures: { min: value, median: value, max: value } });
  return [
    once('database killed: samples acknowledged', loss.acknowledged),
    { ...once('database killed: acknowledged samples lost', loss.lost), overTime: true },
    once('database killed: sessions that stand behind their last acknowledged sample', loss.wrongSessions),
    once('database killed: calls refused and sent again', loss.refused),
    { ...once('database killed: longest time without an acknowledged sample, ms', loss.longestGapMs), overTime: true },
  ];
}

function coresBusy(result: LoadResult): number {
  return (allCpu(result) * result.messages) / 1000 / result.seconds;
}

/** Both clocks count in hundredths of a second, so the difference may be slightly below zero. */
function othersBusy(result: LoadResult): number {
  return Math.max(0, result.cpuMs.machine / 1000 / result.seconds - coresBusy(result));
}

function disturbance({ bare, bijli }: MeterValuesRound): number {
  return othersBusy(bare) + othersBusy(bijli);
}

function rate({ messages, seconds }: LoadResult): number {
  return Math.round(messages / seconds);
}
