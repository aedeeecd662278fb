import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let made = 0;

/** A fresh folder for a server's data; the database's own user gets through to its files. */
export function newDataFolder(): string {
  made += 1;
  const folder = join(tmpdir(), `bijli-bench-${process.pid}-${made}`);
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}
