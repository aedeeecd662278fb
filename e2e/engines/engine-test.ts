import { existsSync, writeFileSync } from 'node:fs';
import { signIn, type Driver } from '@bijli/dev-stack/driver';
import { test as base } from '../environment.ts';
import { stepsOn, type Steps } from './engine-steps.ts';
import type { EngineKind } from './engine.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

export const KINDS = [webkit, firefox];
const PHONE = { width: 390, height: 844 };

/** Returns why this browser cannot run here; undefined if it can. */
export function skipReason({ name, files, packages }: EngineKind): string | undefined {
  return files.every((file) => existsSync(file)) ? undefined : `${name} is not installed: apt-get install ${packages}`;
}

/** Provides steps in a browser's window that has the size of a phone. */
export const test = base.extend<{ kind: EngineKind; steps: Steps }>({
  kind: [webkit, { option: true }],

  steps: async ({ kind }, use, info) => {
    const engine = await kind.open({ dark: false });
    await engine.resize(PHONE);
    await use(stepsOn(engine));
    if (info.status !== info.expectedStatus) writeFileSync(info.outputPath('screen.png'), await engine.picture());
    await engine.close();
  },

  /** Switches off the check of Playwright's own page, because these tests do not open it. */
  // oxlint-disable-next-line no-empty-pattern
  staysHere: async ({}, use) => use(),
});

/** Brings a driver who is signed in, with a name and an e-mail address. No screen is open yet. */
export async function arrive(steps: Steps, { url }: { url: string }, mobile: string): Promise<Driver> {
  const who = { name: 'Asha Rao', email: 'asha@example.com' };
  const driver = await signIn(url, mobile);
  await driver.client.ask('updateUser', { body: who });
  await steps.open(`${url}/health/live`);
  await steps.ask((user) => localStorage.setItem('user', user), JSON.stringify({ token: driver.client.token, ...who }));
  return driver;
}
