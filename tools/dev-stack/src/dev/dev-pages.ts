import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import type { RenderShop, ShopPage, ShopSettings } from '@bijli/contract/shop-page';
import { PLACEHOLDERS } from '@bijli/shop/render-later';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const APPS = join(ROOT, 'apps');
/** Marks the server's page of the built app. */
const APP_PAGE = '<div id="app">';
const BUILT_STYLE = /<style>[^]*?<\/style>/;
const BUILT_SCRIPT = /<script defer src="\/shop-start\.js"[^>]*><\/script>/;
const SHOP_DATA = /<script type="application\/json" id="shop-data">(.*?)<\/script>/s;

/** The sources of app and shop as browsers load them in development. */
export interface DevPages {
  web: ViteDevServer;
  shop: ViteDevServer;
  /** Replaces the built files by the sources in a page that the server has sent. */
  fromSources(html: string, path: string): Promise<string>;
  close(): Promise<void>;
}

/** `proxy` also accepts the sockets for hot reload. */
export async function openDevPages(proxy: Server): Promise<DevPages> {
  const shared = { appType: 'custom', logLevel: 'warn', clearScreen: false } as const;
  const server = { middlewareMode: true, hmr: { server: proxy } } as const;
  const open = (app: string, base: string) =>
    createServer({ ...shared, root: join(APPS, app), configFile: join(APPS, app, 'vite.config.ts'), base, server });
  const web = await open('web', '/');
  const shop = await open('shop', '/shop/');

  async function shopPage(html: string, path: string): Promise<string> {
    const [, data = ''] = SHOP_DATA.exec(html) ?? [];
    const { page, settings } = JSON.parse(data) as { page: ShopPage; settings: ShopSettings };
    const { renderShop } = (await shop.ssrLoadModule('/src/render.tsx')) as { renderShop: RenderShop };
    const { entry, head, body } = renderShop(page, settings, path);
    const styles = await stylesOf(shop, `/${entry}`);
    const client = await shop.transformIndexHtml(path, `<script type="module" src="/${entry}"></script>`);
    // The replacements are functions, because a replacement text could contain `$&`.
    return html
      .replace(BUILT_STYLE, () => styles)
      .replace(BUILT_SCRIPT, () => client)
      .replace(PLACEHOLDERS.head, () => head)
      .replace(PLACEHOLDERS.body, () => body);
  }

  return {
    web,
    shop,
    async fromSources(html, path) {
      if (html.includes(PLACEHOLDERS.body)) return shopPage(html, path);
      if (!html.includes(APP_PAGE)) return html;
      const source = await readFile(join(APPS, 'web/index.html'), 'utf8');
      // The kit's fonts are outside the app's folder.
      return web.transformIndexHtml(path, source.replaceAll('../../packages/', `/@fs${ROOT}packages/`));
    },
    async close() {
      await web.close();
      await shop.close();
    },
  };
}

/**
 * The styles of a page, marked so that Vite's client takes them over. Without them a page is unstyled until its scripts
 * run.
 */
async function stylesOf(shop: ViteDevServer, entry: string): Promise<string> {
  await shop.transformRequest(entry);
  const seen = new Set<string>();
  const styles: string[] = [];
  async function take(url: string): Promise<void> {
    const found = await shop.moduleGraph.getModuleByUrl(url);
    if (!found?.id || seen.has(found.id)) return;
    seen.add(found.id);
    if (found.id.endsWith('.css')) {
      const { default: css } = (await shop.ssrLoadModule(`${found.url}?inline`)) as { default: string };
      styles.push(`<style data-vite-dev-id="${found.id}">${css}</style>`);
      return;
    }
    if (!found.transformResult) await shop.transformRequest(found.url);
    for (const imported of found.clientImportedModules) await take(imported.url);
  }
  await take(entry);
  return styles.join('\n');
}
