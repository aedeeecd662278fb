import { join } from 'node:path';
import { socketEvent, stationAvailabilities } from '@bijli/contract/realtime';
import type { ProviderName } from '@bijli/contract/wallet';
import { fleetOf } from '@bijli/server/seed/demo-fleet';
import { startDevStack } from '../dev-stack.ts';
import { signIn } from '../driver.ts';
import { fastConnectors } from '../fast-connectors.ts';
import { startChargePoint } from '../parts/charge-point-process.ts';

/** The folder of recordings: what the client did and the answers, without what varies. */
export const RECORDINGS = new URL('../../fixtures/recorded-client/', import.meta.url);

/** Starts a server for the client story of a provider, with a car at one charge point. It ends when `use` is done. */
export async function withClientFixture<Result>(
  provider: ProviderName,
  dataDir: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const env = { LOG_LEVEL: 'fatal', METER_SAMPLE_SECONDS: '1', PAYMENT_OPTION: provider };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  const [place] = fastConnectors(150);
  const spec = fleetOf().find(({ id }) => id === place?.chargePointId);
  if (!spec) throw new Error('The demo network has no fast charger.');
  // Only the complete story has a charge.
  const chargePoint =
    provider === 'phonepe' ? startChargePoint(stack.url, spec, join(dataDir, `${spec.id}.jsonl`)) : undefined;
  try {
    if (chargePoint && place) await allFree(stack.url, place.stationId, spec.connectors.length);
    return await use(stack.url);
  } finally {
    await chargePoint?.quit();
    await stack.stop();
  }
}

/** Resolves when the server counts this many connectors of a station as free. */
async function allFree(url: string, stationId: string, connectors: number): Promise<void> {
  const live = await (await signIn(url, '9700000100')).live();
  await live.saw(socketEvent.availability, stationAvailabilities, (changed) =>
    changed.some(({ property_id: id, connectors_free: free = 0 }) => id === stationId && free >= connectors),
  );
  live.close();
}
