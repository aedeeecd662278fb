import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@bijli/server/kernel/free-port';
import { openDisplay } from './display.ts';
import type { Engine, EngineKind, Key } from './engine.ts';
import { findElement } from './query.ts';
import { openSession, type Session } from './webdriver.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
/** Hides the browser's tool bar, which would keep the window from being as narrow as a phone. */
const BARLESS =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; -gtk-icon-transform: scale(0); }';
const KEYS: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowRight: '\uE014' };

/** WebKit, the engine of Safari and of every browser on an iPhone, in GTK's smallest browser, driven with WebDriver. */
export const webkit: EngineKind = {
  name: 'WebKit',
  files: [DRIVER, '/usr/bin/Xvfb'],
  packages: 'webkit2gtk-driver xvfb',

  async open({ dark }) {
    const browser = await startDriver(dark);
    const session = await openSession(`http://127.0.0.1:${browser.port}`, browser.ended);
    return {
      ...pageOf(session),
      async close() {
        await session.call('DELETE', '');
        await browser.end();
      },
    };
  },
};

/** Starts the driver of a browser on a screen of its own that has the size of a phone. */
async function startDriver(dark: boolean) {
  const display = await openDisplay();
  const home = mkdtempSync(join(tmpdir(), 'bijli-webkit-'));
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), BARLESS);
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      ...display.env,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
      GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
    },
    stdio: 'ignore',
    // The process group includes the browser, so that both can be ended.
    detached: true,
  });
  const ended = once(driver, 'exit');
  const endNow = (): boolean => process.kill(-(driver.pid ?? 0), 'SIGKILL');
  process.once('exit', endNow);
  return {
    port,
    ended,
    async end(): Promise<void> {
      process.off('exit', endNow);
      driver.kill();
      await ended;
      await display.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The actions of the engine, with WebDriver. */
function pageOf(session: Session): Omit<Engine, 'close'> {
  return {
    open: async (url) => void (await session.call('POST', 'url', { url })),
    ask: async (run, ...args) => session.run(run, args) as never,

    async look(...what) {
      const origin = await session.run(findElement, what);
      if (typeof origin === 'string') throw new Error(origin);
      return {
        click: async () => void (await session.call('POST', `element/${session.idOf(origin)}/click`, {})),
        drag: async (px) =>
          session.act('pointer', [
            { type: 'pointerMove', x: 0, y: 0, origin },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerMove', x: Math.round(px / 2), y: 0, origin: 'pointer', duration: 100 },
            { type: 'pointerMove', x: Math.round(px / 2), y: 0, origin: 'pointer', duration: 100 },
            { type: 'pointerUp', button: 0 },
          ]),
      };
    },

    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await session.act('key', keys);
    },

    press: async (key) =>
      session.act('key', [
        { type: 'keyDown', value: KEYS[key] },
        { type: 'keyUp', value: KEYS[key] },
      ]),

    async enter(title) {
      const id = title ? await session.run(frameOf, [title]) : null;
      if (title && !id) throw new Error(`There is no frame ${title}.`);
      await session.call('POST', 'frame', { id });
    },

    async resize({ width, height }) {
      await session.call('POST', 'window/rect', { width, height });
      const bar = height - Number(await session.run(() => innerHeight, []));
      if (bar !== 0) await session.call('POST', 'window/rect', { width, height: height + bar });
    },

    picture: async () => Buffer.from(String(await session.call('GET', 'screenshot')), 'base64'),
  };
}

/** Runs in the page. */
function frameOf(title: string): Element | null {
  return document.querySelector(`iframe[title="${title}"]`);
}
