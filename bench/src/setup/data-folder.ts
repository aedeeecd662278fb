import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let made = 0;

/** Creates a new data folder for a server. The database's user can reach its files. */
export function newDataFolder(): string {
  made += 1;
  const folder = join(tmpdir(), `bijli-bench-${process.pid}-${made}`);
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}
