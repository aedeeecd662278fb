// Where things are. Plain JavaScript that Node 20 runs: it is needed before the project's own Node is there.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The project's own Node, brought by the npm package `node`. */
export function node() {
  const path = join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(path)) throw new Error('The packages are not installed yet: run `npm start` or `npm ci` first.');
  return path;
}

/** The environment of whatever runs on the project's own Node, which keeps what it has compiled: a process starts in two thirds of the time. */
export function ownEnvironment(env) {
  return {
    ...env,
    PATH: [join(root, 'node_modules', '.bin'), env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
  };
}

/** Every file below a folder, for telling whether a build is older than its sources. */
export function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
