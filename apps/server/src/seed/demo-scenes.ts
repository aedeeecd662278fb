import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { hashOf } from '#kernel/ids.ts';

/** What happens in the demo's network besides an ordinary day, as its simulated fleet takes it: where nothing is said, nothing. */
export interface DemoScene {
  /** The share of connectors that people keep busy. */
  busyShare?: number;
  /** Ids of charge points that lose their link. */
  offline?: string[];
  /** Ids of charge points that say they are free and refuse each remote start. */
  refusing?: string[];
}

const answer = z.object({ problem: z.optional(z.string()) });

/** A socket's address has room for so many characters on every system. */
const MAX_SOCKET_PATH = 100;

/** Where the simulated fleet of a data folder takes scenes: a socket of the file system. */
export function demoControlSocket(dataDir: string): string {
  const path = join(dataDir, 'demo.sock');
  return path.length <= MAX_SOCKET_PATH ? path : join(tmpdir(), `bijli-${hashOf(dataDir).slice(0, 16)}.sock`);
}

/** From now on this happens in the demo, and what another scene has begun is over. Throws when no demo runs on this data, or its fleet cannot. */
export async function playScene(dataDir: string, scene: DemoScene): Promise<void> {
  const socket = createConnection(demoControlSocket(dataDir));
  try {
    await once(socket, 'connect').catch(() => {
      throw new Error('No demo with simulated chargers is running on this data folder: npm start.');
    });
    socket.write(`${JSON.stringify(scene)}\n`);
    const [line] = (await Promise.race([once(createInterface({ input: socket }), 'line'), ended(socket)])) as [string];
    const { problem } = answer.parse(JSON.parse(line));
    if (problem) throw new Error(problem);
  } finally {
    socket.destroy();
  }
}

/** Rejects when the fleet goes without an answer. */
async function ended(socket: Socket): Promise<never> {
  await once(socket, 'close');
  throw new Error('The simulated chargers have ended.');
}
