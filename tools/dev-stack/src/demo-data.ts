import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { SECOND_MS } from '@bijli/server/kernel/durations';
import { startChild } from './child.ts';
import { SERVER } from './server-part.ts';

/** Time for the first start of a server on a very busy machine. */
const PATIENCE = { timeout: 90 * SECOND_MS, interval: 50 };

/**
 * The data folder of a demo that was started once, for copying. The first test file that asks makes it, because
 * creating and filling a database takes longer than the rest of a server's start.
 */
export async function demoData(runFolder: string): Promise<string> {
  const ready = join(runFolder, 'demo');
  if (!isFirst(`${ready}.first`)) {
    await vi.waitUntil(() => existsSync(ready), PATIENCE);
    return ready;
  }
  const making = `${ready}.making`;
  mkdirSync(making, { mode: 0o711 });
  const env = { DATA_DIR: making, DEMO_FLEET: 'none', PORT: '0', LOG_LEVEL: 'error' };
  const server = await startChild(SERVER, { args: ['--child'], env });
  await server.stop();
  renameSync(making, ready);
  return ready;
}

/** True if no other test file of the run has created this folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
