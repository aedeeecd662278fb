import { fileURLToPath } from 'node:url';
import { fleetOf, type DemoFleet } from '@bijli/server/seed/demo-fleet';
import { demoControlSocket } from '@bijli/server/seed/demo-scenarios';
import { demoTags } from '@bijli/server/seed/seed-tokens';
import { startChild } from './child.ts';
import type { Parts } from './stack-parts.ts';

export const FLEET = fileURLToPath(import.meta.resolve('@bijli/charge-point/fleet-main'));

interface FleetOptions {
  parts: Parts;
  /** Host and port that charge points connect to. */
  address: string;
  dataDir: string;
  fleet: DemoFleet;
}

interface RunningFleet {
  /** Process id. Undefined if there are no charge points. */
  pid: number | undefined;
  /** Resolves when every simulated charge point has tried to connect. */
  tried: Promise<{ tried: number; online: number }>;
}

/** Starts the demo network's charge points in their own process, as many of them as wanted. */
export async function startFleet({ parts, address, dataDir, fleet }: FleetOptions): Promise<RunningFleet> {
  const chargePoints = fleetOf(fleet);
  if (chargePoints.length === 0) return { pid: undefined, tried: Promise.resolve({ tried: 0, online: 0 }) };
  const { promise: tried, resolve: onMessage } = Promise.withResolvers<{ tried: number; online: number }>();
  const input = {
    url: `ws://${address}/ocpp`,
    chargePoints,
    // The small fleet is for tests, which charge there themselves.
    crowd: fleet === 'whole' ? demoTags() : undefined,
    carUrl: `http://${address}/demo/car`,
    controlSocketPath: demoControlSocket(dataDir),
  };
  const { pid } = await parts.run('The simulated fleet', startChild(FLEET, { input, onMessage }));
  return { pid, tried };
}
