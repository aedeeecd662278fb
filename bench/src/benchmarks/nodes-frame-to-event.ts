import type { Benchmark } from '../benchmark.ts';
import { latencyOf, spread, type Latency } from '../measuring/statistics.ts';
import { durabilityOf, startSession, type RunningSession } from '../setup/fixture.ts';
import { startSingleServer, startSeveralNodes, type Servers } from '../setup/servers.ts';
import { bijliLine, measure, WARM_UP, type BijliLine } from './frame-to-event.ts';

const NODES = 2;
const SESSIONS = 10;
const ROUNDS = 5;
const SAMPLES = 800;
/** The promised ratio of the medians. */
const MAX_RATIO = 2;

/**
 * Positions of driver and charger: both at a single node (`alone`), both at one of two nodes (`same`), or at different
 * nodes (`across`).
 */
const WAYS = ['alone', 'same', 'across'] as const;
type Way = (typeof WAYS)[number];
type Of<T> = Record<Way, T>;

/**
 * Start, live figures and stop with the driver on one node and the charger on another, compared with a single node
 * without NATS.
 */
export const nodesFrameToEvent: Benchmark = async (say) => {
  const { servers: several } = await startSeveralNodes(NODES);
  try {
    const alone = await startSingleServer();
    try {
      say(`starting ${WAYS.length * SESSIONS} sessions`);
      const sessions = await sessionsOf(several, alone);
      const lines = await eachWay(async (way) => Promise.all(sessions[way].map(bijliLine)));
      await eachWay((way) => measure(lines[way], WARM_UP));
      const rounds: Of<Latency>[] = [];
      for (let number = 1; number <= ROUNDS; number += 1) {
        const round = await eachWay((way) => measure(lines[way], SAMPLES));
        rounds.push(round);
        say(`round ${number}, p50 ms: ${WAYS.map((way) => `${way} ${round[way].p50Ms}`).join(', ')}`);
      }
      const stops = await eachWay((way) => stopsOf(lines[way]));
      for (const line of Object.values(lines).flat()) line.close();
      const starts = await eachWay(async (way) => latencyOf(sessions[way].map(({ startMs }) => startMs)));
      return {
        rows: rowsOf(rounds, starts, stops),
        durability: await durabilityOf(several.database),
        limit:
          'What limits: both nodes, both databases and what drives them share the same cores. Across nodes a frame is kept by the one that has ' +
          'the charger and its figures are told over NATS to the one that has the screen; a start is asked there the same way, and waits for the charger too.',
        details: { sessions: SESSIONS, samples: SAMPLES, rounds, starts, stops },
        broken:
          ratioOf(rounds).median > MAX_RATIO
            ? `p50 across nodes is more than ${MAX_RATIO} times that of one`
            : undefined,
      };
    } finally {
      await alone.close();
    }
  } finally {
    await several.close();
  }
};

/** Runs the task for each position in turn, so that they do not disturb each other. */
async function eachWay<T>(task: (way: Way) => Promise<T>): Promise<Of<T>> {
  return { alone: await task('alone'), same: await task('same'), across: await task('across') };
}

async function sessionsOf(
  { urls: [first = '', second = ''], database }: Servers,
  alone: Servers,
): Promise<Of<RunningSession[]>> {
  const [only = ''] = alone.urls;
  let number = 0;
  const started = async (at: Servers['database'], chargers: string, drivers: string): Promise<RunningSession[]> => {
    const sessions: RunningSession[] = [];
    while (sessions.length < SESSIONS) sessions.push(await startSession(chargers, at, (number += 1), drivers));
    return sessions;
  };
  return {
    alone: await started(alone.database, only, only),
    same: await started(database, second, second),
    across: await started(database, second, first),
  };
}

async function stopsOf(lines: readonly BijliLine[]): Promise<Latency> {
  const tookMs: number[] = [];
  for (const line of lines) tookMs.push(await line.stop());
  return latencyOf(tookMs);
}

const ratioOf = (rounds: readonly Of<Latency>[]) =>
  spread(
    rounds.map(({ across, alone }) => across.p50Ms / alone.p50Ms),
    2,
  );

function rowsOf(rounds: readonly Of<Latency>[], starts: Of<Latency>, stops: Of<Latency>) {
  const of = (read: (round: Of<Latency>) => number) => spread(rounds.map(read), 2);
  const row = (what: string, value: number) => ({ what, figures: spread([value], 1) });
  return [
    { what: 'one node, p50 ms', overTime: true as const, figures: of(({ alone }) => alone.p50Ms) },
    { what: 'one of two nodes, p50 ms', figures: of(({ same }) => same.p50Ms) },
    {
      what: 'driver and charger on two nodes, p50 ms',
      overTime: true as const,
      figures: of(({ across }) => across.p50Ms),
    },
    { what: 'ratio of p50, two nodes / one', overTime: true as const, figures: ratioOf(rounds) },
    { what: 'one node, p99 ms', figures: of(({ alone }) => alone.p99Ms) },
    { what: 'driver and charger on two nodes, p99 ms', figures: of(({ across }) => across.p99Ms) },
    row('start at one node, p50 ms', starts.alone.p50Ms),
    row('start across nodes, p50 ms', starts.across.p50Ms),
    row('stop at one node, p50 ms', stops.alone.p50Ms),
    row('stop across nodes, p50 ms', stops.across.p50Ms),
  ];
}
