// The browser for the journeys: the machine's own Chromium, installed from Debian's packages when there is none and we may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail, say } from './prepare.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function chromium() {
  const named = process.env.CHROMIUM_PATH;
  const found = named ? [named].find(existsSync) : PLACES.find(existsSync);
  if (found) return found;
  if (named) fail(`CHROMIUM_PATH is ${named}, but there is no such file.`);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('  Installing chromium from the system’s packages …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    const install = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (install.status === 0 && existsSync(PLACES[0])) return PLACES[0];
  }
  return fail(
    'The browser journeys need Chromium: install the package `chromium`, or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
}
