import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ClientBase } from 'pg';
import { startChild, type Child } from '@bijli/dev-stack/child';
import { systemClock } from '@bijli/server/kernel/clock';
import { networkOf } from '@bijli/server/testing/network';
import type { StoredAnswer } from '../baselines/baseline-answers.ts';
import type { Benchmark, Row } from '../benchmark.ts';
import { openNetwork } from '../data/large-network.ts';
import { latencyOf, spread, type Latency } from '../measuring/statistics.ts';
import { durabilityOf } from '../setup/fixture.ts';

const STATIONS = 1_000_000;
const ROUNDS = 9;
/** Requests of each kind in a round. */
const ASKED = 300;
const WARM_UP = 50;

/** The app asks for the snapped tiles of a phone's map. Each of these zooms is asked equally often. */
const ZOOMS = [4, 6, 8, 10, 12, 14];

interface Window {
  text: string;
  edges: [number, number, number, number];
  zoom: number;
}

const BASELINE = fileURLToPath(new URL('../baselines/baseline-answers.ts', import.meta.url));

let asked = 0;

/** A window that nobody has asked for yet, two tiles wide and three high, somewhere in India. */
function someWindow(): Window {
  asked += 1;
  const zoom = ZOOMS[asked % ZOOMS.length] ?? 4;
  const tile = 360 / 2 ** zoom;
  const west = Math.floor((70 + Math.random() * 25) / tile) * tile;
  const south = Math.floor((8 + Math.random() * 26) / tile) * tile;
  // A tiny shift makes it a new window, which is in no cache.
  const edges: Window['edges'] = [
    Math.max(-180, west) + asked * 1e-9,
    Math.max(-90, south),
    Math.min(180, west + 2 * tile),
    Math.min(90, south + 3 * tile),
  ];
  return { text: edges.join(), edges, zoom };
}

async function measure(task: () => Promise<unknown>): Promise<Latency> {
  const times: number[] = [];
  for (let number = 0; number < ASKED; number += 1) {
    const begun = performance.now();
    await task();
    times.push(performance.now() - begun);
  }
  return latencyOf(times);
}

/** JavaScript memory after garbage collection, in MB. */
function memoryMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** The response as transferred, with the compression that browsers ask for. */
async function wireAnswer(url: string, token: string): Promise<StoredAnswer> {
  const asking = get(url, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' } });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const { 'content-type': type = '', 'content-encoding': encoding } = answer.headers;
  const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
  return { body: (await buffer(answer)).toString('base64'), headers };
}

function windowPath({ text, zoom }: Window): string {
  return `/api-v1/user/charging-station?window=${text}&zoom=${zoom}`;
}

/** Resolves with the duration of the task, in ms. */
async function timed(task: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await task();
  return Math.round(performance.now() - begun);
}

interface Asked {
  connection: ClientBase;
  discovery: ReturnType<typeof networkOf>['discovery'];
  overHttp: (path: string) => Promise<void>;
  /** Address of a server that has the answers to `ASKED` windows ready. */
  bareUrl: string;
}

const EVERYTHING = { choices: {}, vehicles: [], carTypes: [] };

/** The tasks to compare, each as one request. */
function tasksOf({ connection, discovery, overHttp, bareUrl }: Asked) {
  let nth = 0;
  return {
    select1: () => connection.query({ name: 'one', text: 'select 1' }),
    query: async () => {
      const { text, zoom } = someWindow();
      await (await discovery.listStations(text, String(zoom), EVERYTHING)).as('identity');
    },
    // The cost of the same window if the server asked the database for it.
    inSql() {
      const [west, south, east, north] = someWindow().edges;
      return connection.query({
        name: 'window',
        text: 'select id, latitude, longitude from stations where latitude between $1 and $2 and longitude between $3 and $4 and operational limit 401',
        values: [south, north, west, east],
      });
    },
    http: () => overHttp(windowPath(someWindow())),
    // Similar windows from a server that has the bytes already.
    async httpBuffer() {
      nth = (nth + 1) % ASKED;
      await (await fetch(`${bareUrl}/${nth}`)).arrayBuffer();
    },
    // The same tile for every driver of a town: compressed once, then sent.
    httpKept: () => overHttp('/api-v1/user/charging-station?window=77.34375,12.65625,77.695313,13.183594&zoom=10'),
    httpLeast: () => overHttp('/health/live'),
  };
}

type Tasks = ReturnType<typeof tasksOf>;
type Kind = keyof Tasks;
type WindowRound = Record<Kind, Latency>;

async function measureRounds(tasks: Tasks, say: (message: string) => void): Promise<WindowRound[]> {
  const kinds = Object.keys(tasks) as Kind[];
  for (const kind of kinds) for (let number = 0; number < WARM_UP; number += 1) await tasks[kind]();
  const rounds: WindowRound[] = [];
  for (let number = 1; number <= ROUNDS; number += 1) {
    const round: Partial<WindowRound> = {};
    for (const kind of kinds) round[kind] = await measure(tasks[kind]);
    rounds.push(round as WindowRound);
    say(`round ${number}: ${kinds.map((kind) => `${kind} ${round[kind]?.p50Ms}/${round[kind]?.p99Ms}`).join(', ')} ms`);
  }
  return rounds;
}

function rowsOf(rounds: WindowRound[]): Row[] {
  const of = (kind: Kind, figure: keyof Latency) =>
    spread(
      rounds.map((round) => round[kind][figure]),
      2,
    );
  const ratio = (kind: Kind, figure: keyof Latency, to: Kind = 'select1') =>
    spread(
      rounds.map((round) => round[kind][figure] / round[to][figure]),
      2,
    );
  return [
    { what: 'SELECT 1, p50 ms', figures: of('select1', 'p50Ms') },
    { what: 'SELECT 1, p99 ms', figures: of('select1', 'p99Ms') },
    { what: 'window query, p50 ms', overTime: true, figures: of('query', 'p50Ms') },
    { what: 'window query, p99 ms', figures: of('query', 'p99Ms') },
    { what: 'ratio of p50, window query / SELECT 1', overTime: true, figures: ratio('query', 'p50Ms') },
    { what: 'ratio of p99, window query / SELECT 1', figures: ratio('query', 'p99Ms') },
    { what: 'window asked of PostgreSQL, p50 ms', figures: of('inSql', 'p50Ms') },
    { what: 'ratio of p50, window asked of PostgreSQL / SELECT 1', figures: ratio('inSql', 'p50Ms') },
    { what: 'ratio of p99, window asked of PostgreSQL / SELECT 1', figures: ratio('inSql', 'p99Ms') },
    { what: 'over HTTP, new window, p50 ms', overTime: true, figures: of('http', 'p50Ms') },
    { what: 'over HTTP, new window, p99 ms', overTime: true, figures: of('http', 'p99Ms') },
    { what: 'over HTTP, window asked before, p50 ms', figures: of('httpKept', 'p50Ms') },
    { what: 'over HTTP, window asked before, p99 ms', figures: of('httpKept', 'p99Ms') },
    { what: 'over HTTP, the same bytes from memory, p99 ms', figures: of('httpBuffer', 'p99Ms') },
    {
      what: 'ratio of p99, new window over HTTP / the same bytes from memory',
      overTime: true,
      figures: ratio('http', 'p99Ms', 'httpBuffer'),
    },
    { what: 'ratio of p99, over HTTP / SELECT 1', figures: ratio('http', 'p99Ms') },
    { what: 'over HTTP, /health/live, p50 ms', figures: of('httpLeast', 'p50Ms') },
  ];
}

/**
 * A map window over a million stations, inside the server and over HTTP, compared with the cheapest query of the
 * database.
 */
export const windowQuery: Benchmark = async (say) => {
  say(`making a network of ${STATIONS.toLocaleString('en-IN')} stations`);
  const { database, stack, token, close } = await openNetwork(STATIONS);
  const connection = await database.$client.connect();
  let bare: Child<{ url: string }> | undefined;
  try {
    say('loading it, here and in the server');
    const { discovery, close: closeHere } = networkOf(database, systemClock);
    const overHttp = async (path: string): Promise<void> => {
      const answer = await fetch(`${stack.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    };
    const before = memoryMb();
    const loadMs = await timed(() => discovery.listStations(someWindow().text, '4', EVERYTHING));
    const listMb = Math.round(memoryMb() - before);
    const serverLoadMs = await timed(() => overHttp(windowPath(someWindow())));

    const answers: StoredAnswer[] = [];
    for (let number = 0; number < ASKED; number += 1)
      answers.push(await wireAnswer(`${stack.url}${windowPath(someWindow())}`, token));
    bare = await startChild<{ url: string }>(BASELINE, { input: { answers } });

    const tasks = tasksOf({ connection, discovery, overHttp, bareUrl: bare.answer.url });
    const rounds = await measureRounds(tasks, say);
    await closeHere();
    return {
      rows: [
        ...rowsOf(rounds),
        { what: 'reading the list once, s', overTime: true, figures: spread([loadMs / 1000, serverLoadMs / 1000], 1) },
        { what: 'memory of the list after a collection, MB', overTime: true, figures: spread([listMb], 0) },
      ],
      durability: await durabilityOf(database),
      limit:
        'What limits: the query reads memory, so it costs the JSON of what it answers, at most 400 stations or some hundred clusters. Over HTTP the token is looked up in the database besides, and a window that nobody has asked for yet is compressed. Reading the list is paid once after a start and again when the network was changed; while there is an older list, callers get that one.',
      details: { stations: STATIONS, asked: ASKED, zooms: ZOOMS, loadMs, serverLoadMs, listMb, rounds },
    };
  } finally {
    connection.release();
    await bare?.stop();
    await close();
  }
};
