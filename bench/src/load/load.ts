import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { cpuMs, cpuMsWithChildren, machineCpuMs } from '../measuring/processes.ts';
import { latencyOf, type Latency } from '../measuring/statistics.ts';
import { LoadChargePoint, type ChargePointAddress } from './load-charge-point.ts';
import { Meter } from './meter.ts';

/** One call in ten is a Heartbeat. */
const HEARTBEAT_EVERY = 10;
/** How long a charge point waits before it repeats a call that was not accepted. */
const RETRY_AFTER_MS = 50;

export interface LoadOptions {
  chargePoints: (ChargePointAddress & { transactionId: number })[];
  /** Drivers' screens that are open during the load. */
  screens: { url: string; token: string; event: string }[];
  warmUpMs: number;
  measureMs: number;
  /** Process ids whose CPU time is reported. Several servers are reported as one sum. */
  server: number | number[];
  database?: number | undefined;
  /** True if the result lists the acknowledged samples, so that losses can be counted. */
  keepAcknowledged: boolean;
}

export interface LoadResult extends Latency {
  messages: number;
  seconds: number;
  /** Calls that were answered by a CALLERROR or by the end of the link. They were sent again. */
  refused: number;
  /** Live events that reached the open screens. */
  events: number;
  /** Longest time without an acknowledged sample. */
  longestGapMs: number;
  /** CPU time in ms during the measurement. `machine` is that of all processes together. */
  cpuMs: { load: number; server: number | undefined; database: number | undefined; machine: number };
  /** Every acknowledged sample: the transaction and the charge point's times in milliseconds. */
  acknowledged: { transactionId: number; registerWh: number; at: number[] }[];
}

/**
 * A process that reads `LoadOptions` as one line, drives each charge point with one call in flight, and prints a
 * `LoadResult`.
 */
const lines = createInterface({ input: process.stdin });
const options = JSON.parse(String((await once(lines, 'line'))[0])) as LoadOptions;
lines.on('close', () => process.exit());
console.log(JSON.stringify(await run(options)));

/** The running load and its results since the measurement began. */
interface Load {
  /** The present link of each charge point. */
  links: LoadChargePoint[];
  keepAcknowledged: boolean;
  isMeasuring: boolean;
  isOver: boolean;
  events: number;
  refused: number;
  acknowledgedAtMs: number;
  longestGapMs: number;
  latencies: number[];
  acknowledged: LoadResult['acknowledged'];
}

async function run(options: LoadOptions): Promise<LoadResult> {
  const { chargePoints, keepAcknowledged } = options;
  const load: Load = {
    // A charge point that has booted is asked for its configuration at once, so this happens during the warm-up.
    links: await Promise.all(chargePoints.map(booted)),
    keepAcknowledged,
    isMeasuring: false,
    isOver: false,
    events: 0,
    refused: 0,
    acknowledgedAtMs: performance.now(),
    longestGapMs: 0,
    latencies: [],
    acknowledged: [],
  };
  const screens = await openScreens(options.screens, () => (load.events += 1));
  const driving = Promise.all(chargePoints.map((chargePoint, place) => drive(load, chargePoint, place)));
  const measured = await measure(load, options);
  load.isOver = true;
  await driving;
  for (const screen of screens) screen.disconnect();
  for (const link of load.links) link.socket.removeAllListeners('close').close();
  return {
    messages: load.latencies.length,
    refused: load.refused,
    longestGapMs: Math.round(load.longestGapMs),
    ...latencyOf(load.latencies),
    ...measured,
    acknowledged: keepAcknowledged ? load.acknowledged : [],
  };
}

async function openScreens(screens: LoadOptions['screens'], onEvent: () => void): Promise<Socket[]> {
  const open = screens.map(({ url, token, event }) =>
    io(url, { transports: ['websocket'], auth: { token }, forceNew: true }).on(event, onEvent),
  );
  await Promise.all(open.map((screen) => once(screen as never, 'connect')));
  return open;
}

/** Sends one call after another from this charge point until the load ends. */
function drive(load: Load, { transactionId, ...address }: LoadOptions['chargePoints'][number], place: number) {
  const meter = new Meter(transactionId);
  const kept = { transactionId, registerWh: 0, at: [] as number[] };
  load.acknowledged.push(kept);
  let sent = place;
  let payload = '';
  let sentAtMs = 0;
  return new Promise<void>((done) => {
    const next = (): void => {
      if (load.isOver) return done();
      sent += 1;
      payload = sent % HEARTBEAT_EVERY === 0 ? '{}' : meter.next(Date.now());
      send();
    };
    const send = (): void => {
      sentAtMs = performance.now();
      load.links[place]?.send(payload === '{}' ? 'Heartbeat' : 'MeterValues', payload, taken);
    };
    const taken = (text: string): void => {
      const now = performance.now();
      if (!text.startsWith('[3')) {
        load.refused += 1;
        setTimeout(send, RETRY_AFTER_MS);
        return;
      }
      if (load.isMeasuring) load.latencies.push(now - sentAtMs);
      if (payload !== '{}') {
        load.longestGapMs = Math.max(load.longestGapMs, now - load.acknowledgedAtMs);
        load.acknowledgedAtMs = now;
      }
      if (load.keepAcknowledged && payload !== '{}') {
        kept.at.push(meter.at);
        kept.registerWh = meter.registerWh;
      }
      next();
    };
    // A server without its database ends the link. Unanswered calls are sent again on the next link.
    const dialAgain = async (): Promise<void> => {
      if (!load.keepAcknowledged) fail(`the link of ${address.id} ended`);
      load.refused += 1;
      const link = await bootedAtLast(address);
      load.links[place] = link;
      link.socket.on('close', dialAgain);
      send();
    };
    load.links[place]?.socket.on('close', dialAgain);
    next();
  });
}

/** Runs the load, at first without counting. */
async function measure(load: Load, { warmUpMs, measureMs, server, database }: LoadOptions) {
  await pause(warmUpMs);
  load.events = load.refused = load.longestGapMs = 0;
  const before = cpuNow(server, database);
  const startedAtMs = performance.now();
  load.isMeasuring = true;
  await pause(measureMs);
  load.isMeasuring = false;
  const seconds = (performance.now() - startedAtMs) / 1000;
  const after = cpuNow(server, database);
  const used = (name: keyof typeof before): number | undefined =>
    before[name] === undefined || after[name] === undefined ? undefined : after[name] - before[name];
  return {
    seconds,
    events: load.events,
    cpuMs: {
      load: used('load') ?? 0,
      server: used('server'),
      database: used('database'),
      machine: used('machine') ?? 0,
    },
  };
}

async function booted(address: ChargePointAddress): Promise<LoadChargePoint> {
  const link = await new LoadChargePoint(address).open();
  await link.call('BootNotification', { chargePointVendor: 'Bijli', chargePointModel: 'Bench' });
  return link;
}

async function bootedAtLast(address: ChargePointAddress): Promise<LoadChargePoint> {
  for (;;) {
    try {
      return await booted(address);
    } catch {
      await pause(RETRY_AFTER_MS);
    }
  }
}

function cpuNow(server: LoadOptions['server'], database: number | undefined) {
  const { user, system } = process.cpuUsage();
  return {
    load: (user + system) / 1000,
    server: [server].flat().reduce((sum, pid) => sum + (cpuMs(pid) ?? Number.NaN), 0),
    database: database === undefined ? undefined : cpuMsWithChildren(database),
    machine: machineCpuMs(),
  };
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
