// Paths of the project. It is plain JavaScript for Node 20, because it is needed before the project's own Node is
// installed.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The project's own Node, which the npm package `node` brings. */
export function node() {
  const path = join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(path)) throw new Error('The packages are not installed yet: run `npm start` or `npm ci` first.');
  return path;
}

const QUICK_IMPORTS = `--import=${new URL('quick-imports.mjs', import.meta.url).href}`;

/**
 * The environment for programs on the project's own Node. They cache compiled code and find imports quickly, so
 * that processes start in half of the time.
 */
export function ownEnvironment(env) {
  const options = env.NODE_OPTIONS ?? '';
  return {
    ...env,
    NODE_OPTIONS: options.includes(QUICK_IMPORTS) ? options : `${options} ${QUICK_IMPORTS}`.trim(),
    PATH: [join(root, 'node_modules', '.bin'), env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
    // Playwright leaves our TypeScript to Node, which runs it as it is.
    PW_DISABLE_TS_ESM: '1',
  };
}

/** Lists every file below a folder, to find out whether a build is older than its sources. */
export function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
