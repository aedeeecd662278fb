import { launch, type ElementHandle, type Frame } from 'puppeteer-core';
import { openDisplay } from './display.ts';
import type { Engine, EngineKind } from './engine.ts';
import { findElement } from './query.ts';

/** Settings that keep Firefox from contacting other machines. */
const ALONE = {
  'browser.sessionhistory.max_total_viewers': 0,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': '127.0.0.1, localhost',
};
const DENIED = 2;

/** Firefox, driven with WebDriver BiDi. */
export const firefox: EngineKind = {
  name: 'Firefox',
  files: ['/usr/bin/firefox-esr', '/usr/bin/Xvfb'],
  packages: 'firefox-esr xvfb',

  async open({ dark }) {
    const display = await openDisplay();
    const browser = await launch({
      browser: 'firefox',
      executablePath: '/usr/bin/firefox-esr',
      // Firefox draws no maps without a window.
      headless: false,
      env: { ...process.env, ...display.env },
      extraPrefsFirefox: {
        ...ALONE,
        'intl.accept_languages': 'en-IN',
        'permissions.default.geo': DENIED,
        'ui.systemUsesDarkTheme': Number(dark),
      },
    });
    const [page = await browser.newPage()] = await browser.pages();
    let here: Frame = page.mainFrame();
    const engine: Engine = {
      open: async (address) => void (await page.goto(address)),
      ask: async (run, ...args) => (await here.evaluate(run as never, ...args)) as never,

      async look(...what) {
        const handle = await here.evaluateHandle(findElement, ...what);
        const element = handle.asElement() as ElementHandle<Element> | null;
        if (!element) throw new Error(String(await handle.jsonValue()));
        return {
          click: async () => element.click(),

          async drag(px) {
            const { x, y } = await element.clickablePoint();
            await page.mouse.move(x, y);
            await page.mouse.down();
            await page.mouse.move(x + px, y, { steps: 16 });
            await page.mouse.up();
          },
        };
      },

      type: async (text) => page.keyboard.type(text),
      press: async (key) => page.keyboard.press(key),

      async enter(title) {
        const frame = title && (await page.$(`iframe[title="${title}"]`));
        if (title && !frame) throw new Error(`There is no frame ${title}.`);
        here = (frame && (await frame.contentFrame())) || page.mainFrame();
      },

      resize: async (size) => page.setViewport(size),
      picture: async () => Buffer.from(await page.screenshot()),

      async close() {
        await browser.close();
        await display.close();
      },
    };
    return engine;
  },
};
