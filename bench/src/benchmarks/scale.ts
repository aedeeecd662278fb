import { fileURLToPath } from 'node:url';
import { startChild } from '@bijli/dev-stack/child';
import type { Benchmark, Row } from '../benchmark.ts';
import type { LoadOptions, LoadResult } from '../load/load.ts';
import { spread } from '../measuring/statistics.ts';
import { durabilityOf, startSession, type RunningSession } from '../setup/fixture.ts';
import { startSingleServer, startSeveralNodes, type Servers } from '../setup/servers.ts';
import { measureCountry, type CountryFigures } from './scale-country.ts';

const NODES = 3;
/** Charge points of a country. Set `SCALE_CHARGE_POINTS` to use fewer, for example on a shared machine. */
const CHARGE_POINTS = Number(process.env['SCALE_CHARGE_POINTS'] ?? 15_000);
/** Sessions of each node. With this many none comes near the limit of stored samples of one session. */
const SESSIONS_OF_NODE = 200;
const ROUNDS = 5;
const WARM_UP_MS = 1_500;
const MEASURE_MS = 5_000;
const LOAD = fileURLToPath(new URL('../load/load.ts', import.meta.url));

/**
 * Running sessions, spread over the servers. Their number does not depend on the number of servers, so the work is the
 * same.
 */
async function sessionsOf({ urls, database }: Servers): Promise<RunningSession[]> {
  const sessions: RunningSession[] = [];
  for (let number = 1; number <= SESSIONS_OF_NODE * NODES; number += 1)
    sessions.push(await startSession(urls[number % urls.length] ?? '', database, number));
  return sessions;
}

async function load({ pids, databasePid }: Servers, chargePoints: RunningSession[]): Promise<LoadResult> {
  const options: LoadOptions = {
    chargePoints,
    screens: [],
    warmUpMs: WARM_UP_MS,
    measureMs: MEASURE_MS,
    server: pids,
    database: databasePid,
    keepAcknowledged: false,
  };
  const child = await startChild<LoadResult>(LOAD, { input: options });
  await child.stop();
  return child.answer;
}

interface ScaleRound {
  one: LoadResult;
  several: LoadResult;
}

/**
 * A country on this machine: three nodes that share a database over NATS, behind the balancer of `deploy`, and its
 * charge points. Then the MeterValues a second that the nodes store together, compared with one node without NATS.
 */
export const scale: Benchmark = async (say) => {
  const { measured, servers } = await startSeveralNodes(NODES);
  try {
    const seen = await measureCountry(measured, CHARGE_POINTS, say);
    const alone = await startSingleServer();
    try {
      const [atSeveral, atOne] = [await sessionsOf(servers), await sessionsOf(alone)];
      const rounds: ScaleRound[] = [];
      for (let number = 1; number <= ROUNDS; number += 1) {
        const round = { several: await load(servers, atSeveral), one: await load(alone, atOne) };
        rounds.push(round);
        say(`round ${number}: ${NODES} nodes ${rate(round.several)}/s, one ${rate(round.one)}/s`);
      }
      return {
        rows: [...countryRows(seen), ...meterRows(rounds)],
        durability: await durabilityOf(measured.database),
        limit: limitOf(seen, rounds),
        details: { country: seen, rounds },
        broken:
          seen.almostAllSeconds === undefined ? '90 % of the charge points were not connected in time' : undefined,
      };
    } finally {
      await alone.close();
    }
  } finally {
    await servers.close();
  }
};

function countryRows(seen: CountryFigures): Row[] {
  const row = (what: string, value: number, digits = 0): Row => ({ what, figures: spread([value], digits) });
  return [
    row('charge points', seen.chargePoints),
    {
      ...row('90 % of them connected, s after the first dialled', seen.almostAllSeconds ?? Number.NaN, 1),
      overTime: true,
    },
    row('connected', seen.connected),
    row('charging', seen.charging),
    row('samples kept, a second', seen.samplesASecond, 1),
    { what: 'links of a node', figures: spread(seen.linksOfNodes, 0) },
    {
      what: 'a node, % of a core',
      overTime: true,
      figures: spread(
        seen.nodes.map(({ cpu }) => cpu),
        1,
      ),
    },
    {
      what: 'a node, MB',
      overTime: true,
      figures: spread(
        seen.nodes.map(({ mb }) => mb),
        0,
      ),
    },
    row('PostgreSQL, % of a core', seen.databaseCpu, 1),
    row('NATS, % of a core', seen.nats.cpu, 1),
    row('NATS, MB', seen.nats.mb),
    row(`${seen.balancerCount} × HAProxy, % of a core`, seen.balancers.cpu, 1),
    row(`${seen.balancerCount} × HAProxy, MB`, seen.balancers.mb),
    row('simulated charge points, % of a core', seen.fleet.cpu, 1),
    row('simulated charge points, MB', seen.fleet.mb),
  ];
}

function meterRows(rounds: ScaleRound[]): Row[] {
  const of = (read: (round: ScaleRound) => number, digits: number) => spread(rounds.map(read), digits);
  return [
    { what: `${NODES} nodes, messages/s`, figures: of(({ several }) => rate(several), 0) },
    { what: 'one node without NATS, messages/s', figures: of(({ one }) => rate(one), 0) },
    {
      what: `ratio ${NODES} nodes / one`,
      overTime: true,
      figures: of(({ one, several }) => rate(several) / rate(one), 2),
    },
    {
      what: `${NODES} nodes, CPU µs/message`,
      overTime: true,
      figures: of(({ several }) => perMessage(several, 'server'), 1),
    },
    { what: 'one node, CPU µs/message', overTime: true, figures: of(({ one }) => perMessage(one, 'server'), 1) },
    {
      what: `PostgreSQL under ${NODES} nodes, CPU µs/message`,
      figures: of(({ several }) => perMessage(several, 'database'), 1),
    },
    { what: 'PostgreSQL under one node, CPU µs/message', figures: of(({ one }) => perMessage(one, 'database'), 1) },
    { what: `${NODES} nodes, p99 ms`, figures: of(({ several }) => several.p99Ms, 1) },
    { what: 'one node, p99 ms', figures: of(({ one }) => one.p99Ms, 1) },
  ];
}

function limitOf(seen: CountryFigures, rounds: ScaleRound[]): string {
  const generator = spread(
    rounds.map(({ several }) => perMessage(several, 'load')),
    1,
  ).median;
  return (
    `Each charge has samples as often as the settings ask, one in 5 s. ` +
    `What limits: the nodes, PostgreSQL, NATS, HAProxy and what drives them share the same cores. ${seen.chargePoints} charge points dial in through ` +
    `${seen.balancerCount} HAProxy, since each link takes two of the files that a process may open. Of a message ${generator} µs are the ` +
    `generator's own, so three nodes cannot keep three times as much here: the ratio tells what sharing costs, and CPU a message what a machine each would give.`
  );
}

function rate({ messages, seconds }: LoadResult): number {
  return Math.round(messages / seconds);
}

function perMessage({ cpuMs, messages }: LoadResult, part: 'server' | 'database' | 'load'): number {
  return ((cpuMs[part] ?? Number.NaN) * 1000) / messages;
}
