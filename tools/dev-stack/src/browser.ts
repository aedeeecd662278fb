import { existsSync } from 'node:fs';

/** Chromium's options on this machine: as root, without a GPU, and with no network but the page's server. */
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
    // No other host name resolves.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
  ],
};

const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The same without windows. It starts and draws faster but has no notifications. The full browser is used when it is
 * missing.
 */
export const HEADLESS = {
  ...CHROMIUM,
  executablePath:
    process.env['HEADLESS_PATH'] ??
    process.env['CHROMIUM_PATH'] ??
    (existsSync(SHELL) ? SHELL : CHROMIUM.executablePath),
};
