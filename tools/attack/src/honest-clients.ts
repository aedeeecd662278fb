import { parentPort, workerData } from 'node:worker_threads';
import { signIn } from '@bijli/dev-stack/driver';
import { RawChargePoint, type ChargePointAddress } from './raw-charge-point.ts';

/**
 * An honest driver and an honest charge point in their own thread, so that the attacker's work is not measured as
 * theirs. Each sends calls at a fixed pace, answered or not. A message with a number of milliseconds is answered with a
 * `HonestFigures`.
 */
const CALL_EVERY_MS = 50;
/** A call without an answer counts as this long. */
const CALL_TIMEOUT_MS = 10_000;

export interface HonestClients {
  url: string;
  chargePoint: ChargePointAddress;
  stationId: string;
  /** Address of the bare server. */
  bareUrl: string;
}

export interface HonestFigures {
  calls: Figures;
  frames: Figures;
  /** Calls to the bare server. */
  bare: Figures;
}

interface Figures {
  count: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

const { url, chargePoint, stationId, bareUrl } = workerData as HonestClients;
const driver = await signIn(url, '9600000001');
const peer = await RawChargePoint.open(chargePoint);
await peer.call('BootNotification', { chargePointVendor: 'Honest', chargePointModel: 'H1' });
await peer.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });

const kindsOfCalls = [
  () => driver.client.ask('getWallet', { query: { history: 'true' } }),
  () => driver.client.ask('getCharger', { query: { property_id: stationId } }),
  () => driver.client.ask('getProfile', {}),
  () => driver.client.ask('saveBookmark', { body: { status: true, property_id: stationId } }),
];
let nth = 0;
const call = (): Promise<unknown> => kindsOfCalls[(nth += 1) % kindsOfCalls.length]?.() ?? Promise.resolve();
const frame = (): Promise<unknown> =>
  peer.call('MeterValues', {
    connectorId: 1,
    meterValue: [{ timestamp: new Date().toISOString(), sampledValue: [{ value: '1000' }] }],
  });

const bareCall = async (): Promise<unknown> => (await fetch(bareUrl)).text();

async function pace(ask: () => Promise<unknown>, forMs: number): Promise<Figures> {
  const took: Promise<number | undefined>[] = [];
  const endMs = performance.now() + forMs;
  for (let dueMs = performance.now(); dueMs < endMs; dueMs += CALL_EVERY_MS) {
    await new Promise((done) => setTimeout(done, Math.max(0, dueMs - performance.now())));
    const beganAtMs = dueMs;
    const late = new Promise<number>((done) => setTimeout(() => done(CALL_TIMEOUT_MS), CALL_TIMEOUT_MS).unref());
    const answered = ask().then(
      () => performance.now() - beganAtMs,
      () => undefined,
    );
    took.push(Promise.race([answered, late]));
  }
  const all = await Promise.all(took);
  const sorted = all.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? CALL_TIMEOUT_MS).toFixed(1));
  return { count: all.length, failed: all.length - sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}

parentPort?.on('message', async (forMs: number) => {
  const [calls, frames, bare] = await Promise.all([pace(call, forMs), pace(frame, forMs), pace(bareCall, forMs)]);
  parentPort?.postMessage({ calls, frames, bare } satisfies HonestFigures);
});
parentPort?.postMessage('ready');
