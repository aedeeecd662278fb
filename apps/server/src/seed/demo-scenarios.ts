import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { hashOf } from '#kernel/ids.ts';

/** Something that happens in the demo network besides an ordinary day. What is left out does not happen. */
export interface DemoScenario {
  /** The share of connectors that simulated drivers keep busy. */
  busyShare?: number;
  /** Ids of charge points that lose their link. */
  offline?: string[];
  /** Ids of charge points that report to be free but refuse every remote start. */
  refusing?: string[];
}

const answer = z.object({ problem: z.optional(z.string()) });

/** Every system allows this many characters in the path of a socket. */
const MAX_SOCKET_PATH = 100;

/** The path of the Unix socket on which the simulated fleet of a data folder receives scenarios. */
export function demoControlSocket(dataDir: string): string {
  const path = join(dataDir, 'demo.sock');
  return path.length <= MAX_SOCKET_PATH ? path : join(tmpdir(), `bijli-${hashOf(dataDir).slice(0, 16)}.sock`);
}

/**
 * Starts a scenario in the running demo, in place of the previous one. Throws if no demo runs on this data folder, or
 * if its fleet cannot play the scenario.
 */
export async function playScenario(dataDir: string, scenario: DemoScenario): Promise<void> {
  const socket = createConnection(demoControlSocket(dataDir));
  try {
    await once(socket, 'connect').catch(() => {
      throw new Error('No demo with simulated chargers is running on this data folder: npm start.');
    });
    socket.write(`${JSON.stringify(scenario)}\n`);
    const [line] = (await Promise.race([once(createInterface({ input: socket }), 'line'), ended(socket)])) as [string];
    const { problem } = answer.parse(JSON.parse(line));
    if (problem) throw new Error(problem);
  } finally {
    socket.destroy();
  }
}

/** Rejects when the fleet closes the connection without an answer. */
async function ended(socket: Socket): Promise<never> {
  await once(socket, 'close');
  throw new Error('The simulated chargers have ended.');
}
