import { existsSync } from 'node:fs';

/** How a browser of this machine is launched: as root, without a graphics processor, and calling nobody but the page's server. */
export const CHROMIUM = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // No name but this machine's leads anywhere.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
  ],
};

const SHELL = '/usr/bin/chromium-headless-shell';

/** The same without windows, which starts and draws sooner and knows no notifications; the whole one where there is no such. */
export const HEADLESS = {
  ...CHROMIUM,
  executablePath:
    process.env['HEADLESS_PATH'] ??
    process.env['CHROMIUM_PATH'] ??
    (existsSync(SHELL) ? SHELL : CHROMIUM.executablePath),
};
