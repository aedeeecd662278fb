import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { startChild } from './parts/child.ts';
import { SERVER } from './parts/server-part.ts';

/**
 * Makes the data folder of a demo that was started once, for copying: creating and filling a database takes longer than
 * the rest of a server's start. The folder is there when it is complete.
 */
export async function makeDemoData(folder: string): Promise<void> {
  const making = `${folder}.making`;
  mkdirSync(making, { mode: 0o711 });
  const env = { DATA_DIR: making, DEMO_FLEET: 'none', PORT: '0', LOG_LEVEL: 'error' };
  const server = await startChild(SERVER, { args: ['--child'], env });
  await server.stop();
  renameSync(making, folder);
}

/** Copies it into a folder that exists. */
export function copyDemoData(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}
