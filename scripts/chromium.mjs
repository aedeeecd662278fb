// The browsers for the journeys: the machine's own Chromium and its headless shell, in which journeys take a fifth less
// time. Most journeys need no more than the shell. If they are missing and we have the permission, they are installed
// from Debian's packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail, say } from './prepare.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const SHELL = '/usr/bin/chromium-headless-shell';
const MAX_STEP_MS = 150_000;

/** Environment variables that tell the journeys where the browsers are. CHROMIUM_PATH can name one for everything. */
export function browsers() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) fail(`CHROMIUM_PATH is ${named}, but there is no such file.`);
  if (named) return { CHROMIUM_PATH: named, HEADLESS_PATH: named };
  const missing = [
    ...(PLACES.some(existsSync) ? [] : ['chromium']),
    ...(existsSync(SHELL) ? [] : ['chromium-headless-shell']),
  ];
  if (missing.length > 0) install(missing);
  const found = PLACES.find(existsSync);
  if (!found)
    fail(
      'The browser journeys need Chromium: install the package `chromium`, or set CHROMIUM_PATH to a Chromium or Chrome.',
    );
  return { CHROMIUM_PATH: found, HEADLESS_PATH: existsSync(SHELL) ? SHELL : found };
}

/** Does nothing if packages cannot be installed here. */
function install(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say(`  Installing ${packages.join(' and ')} from the system’s packages …`);
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      timeout: MAX_STEP_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  if (apt('update', '-qq').status !== 0) return;
  for (const one of packages) apt('install', '-y', '-qq', '--no-install-recommends', one);
}
