import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { startChild } from '@bijli/dev-stack/child';
import type { Benchmark } from '../benchmark.ts';
import { LoadChargePoint } from '../load/load-charge-point.ts';
import { Meter } from '../load/meter.ts';
import { latencyOf, spread, type Latency } from '../measuring/statistics.ts';
import { benchFixture, stopSession, type RunningSession } from '../setup/fixture.ts';

const SESSIONS = 20;
const ROUNDS = 4;
export const WARM_UP = 200;
const SAMPLES = 800;
/** Time between two frames, whichever charge points send them. */
const PACE_MS = 4;
const BASELINE = fileURLToPath(new URL('../baselines/baseline-ocpp-server.ts', import.meta.url));

/** A connection from a charge point to its viewer. It sends a frame and settles when the viewer gets it. */
interface Line {
  sample(): Promise<void>;
  close(): void;
}

export interface BijliLine extends Line {
  /** The driver stops the charge. Resolves with the time until it was over, in ms. */
  stop(): Promise<number>;
}

/**
 * Time from a charge point's frame to the live event on the driver's screen, compared with a bare relay from `ws` to
 * `ws`.
 */
export const frameToEvent: Benchmark = async (say) => {
  say(`starting a server with ${SESSIONS} running sessions`);
  const fixture = await benchFixture(SESSIONS);
  const bare = await startChild<{ url: string }>(BASELINE, { input: { job: 'relay' } });
  const relay = await relayLines(bare.answer.url, fixture.sessions);
  const bijli = await Promise.all(fixture.sessions.map(bijliLine));
  try {
    await measure(relay, WARM_UP);
    await measure(bijli, WARM_UP);
    const rounds: { relay: Latency; bijli: Latency }[] = [];
    for (let number = 1; number <= ROUNDS; number += 1) {
      const pair = { relay: await measure(relay, SAMPLES), bijli: await measure(bijli, SAMPLES) };
      rounds.push(pair);
      say(`round ${number}: relay ${pair.relay.p50Ms} ms, Bijli ${pair.bijli.p50Ms} ms (p50)`);
    }
    const of = (read: (round: { relay: Latency; bijli: Latency }) => number, digits: number) =>
      spread(rounds.map(read), digits);
    return {
      rows: [
        { what: 'relay, p50 ms', figures: of(({ relay: { p50Ms } }) => p50Ms, 2) },
        { what: 'Bijli, p50 ms', overTime: true, figures: of(({ bijli: { p50Ms } }) => p50Ms, 2) },
        {
          what: 'ratio of p50, Bijli / relay',
          overTime: true,
          figures: of((round) => round.bijli.p50Ms / round.relay.p50Ms, 1),
        },
        { what: 'relay, p99 ms', figures: of(({ relay: { p99Ms } }) => p99Ms, 2) },
        { what: 'Bijli, p99 ms', figures: of(({ bijli: { p99Ms } }) => p99Ms, 2) },
        { what: 'ratio of p99, Bijli / relay', figures: of((round) => round.bijli.p99Ms / round.relay.p99Ms, 1) },
      ],
      durability: fixture.durability,
      limit:
        'What limits: the event is sent while the sample is written, so between frame and event lie the reading of the frame, the counting, and two sockets. Only the answer to the charge point waits for PostgreSQL and its disk.',
      details: { sessions: SESSIONS, samples: SAMPLES, paceMs: PACE_MS, rounds },
    };
  } finally {
    for (const line of [...relay, ...bijli]) line.close();
    await bare.stop();
    await fixture.close();
  }
};

/** Sends samples at an even pace over all lines in turn, so that they do not queue behind each other. */
export async function measure(lines: Line[], samples: number): Promise<Latency> {
  const latencies: number[] = [];
  const under: Promise<void>[] = [];
  for (let number = 0; number < samples; number += 1) {
    const sentAtMs = performance.now();
    under.push(
      lines[number % lines.length]?.sample().then(() => void latencies.push(performance.now() - sentAtMs)) ??
        Promise.resolve(),
    );
    await pause(PACE_MS);
  }
  await Promise.all(under);
  return latencyOf(latencies);
}

export async function bijliLine(charge: RunningSession): Promise<BijliLine> {
  const { url, token, event } = charge.screen;
  const chargePoint = await new LoadChargePoint(charge).open();
  await chargePoint.call('BootNotification', { chargePointVendor: 'Bijli', chargePointModel: 'Bench' });
  const screen = io(url, { transports: ['websocket'], auth: { token }, forceNew: true });
  await new Promise<void>((connected) => screen.once('connect', connected));
  const meter = new Meter(charge.transactionId);
  return {
    sample() {
      const seen = new Promise<void>((resolve) => screen.once(event, () => resolve()));
      chargePoint.send('MeterValues', meter.next(Date.now()), () => undefined);
      return seen;
    },
    async stop() {
      const { transactionId } = charge;
      chargePoint.onCommand = (action) => {
        if (action !== 'RemoteStopTransaction') return;
        const timestamp = new Date(meter.at).toISOString();
        void chargePoint.call('StopTransaction', { transactionId, meterStop: meter.registerWh, timestamp });
      };
      const over = new Promise<void>((resolve) => screen.once(charge.screen.over, () => resolve()));
      const from = performance.now();
      await stopSession(charge);
      await over;
      return performance.now() - from;
    },
    close() {
      screen.disconnect();
      chargePoint.socket.close();
    },
  };
}

/** Each relay line has its own listener, which only counts the frames of its own charge point. */
async function relayLines(url: string, sessions: RunningSession[]): Promise<Line[]> {
  return Promise.all(
    sessions.map(async ({ id, password, transactionId }) => {
      const chargePoint = await new LoadChargePoint({ url, id, password }).open();
      const listener = new WebSocket(`${url}/listen/${id}`, { perMessageDeflate: false });
      await once(listener, 'open');
      const meter = new Meter(transactionId);
      return {
        async sample() {
          const seen = once(listener, 'message').then(([data]) => JSON.parse(String(data)) as unknown);
          chargePoint.send('MeterValues', meter.next(Date.now()), () => undefined);
          await seen;
        },
        close() {
          listener.close();
          chargePoint.socket.close();
        },
      };
    }),
  );
}
