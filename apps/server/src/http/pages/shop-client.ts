import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { languageOf } from '@bijli/contract/shop-language';
import type { RenderShop, ShopPage, ShopSettings, ShopTheme } from '@bijli/contract/shop-page';

const chunk = z.object({
  file: z.string(),
  isEntry: z.optional(z.boolean()),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
});
const manifestFile = z.record(z.string(), chunk);

/** The scripts of a page, and its critical styles. */
interface Client {
  style: string;
  script: string;
}

const BAR: Record<ShopTheme, string> = { light: '#ffffff', dark: '#171e1a' };

/** Makes the complete document of a shop page, in the visitor's theme, if any. */
export type ShopDocument = (page: ShopPage, path: string, theme: ShopTheme | undefined) => string;

/**
 * Builds complete shop pages from the renderer and the scripts and styles of its build. Styles are inline, so that a
 * page is painted at once.
 */
export async function openShopClient(
  folder: string,
  renderShop: RenderShop,
  settings: ShopSettings,
): Promise<ShopDocument> {
  const manifest = z.parse(manifestFile, JSON.parse(await readFile(join(folder, 'shop/manifest.json'), 'utf8')));
  const clients = new Map<string, Client>();
  const font = Object.entries(manifest).find(([name]) => name.endsWith('noto-devanagari.woff2'))?.[1].file;
  const fontLink = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>\n`;
  for (const [name, { isEntry }] of Object.entries(manifest)) {
    if (isEntry) clients.set(name, await clientOf(manifest, name, folder));
  }

  return (page, path, theme) => {
    const shown = theme ? { ...settings, theme } : settings;
    const { entry, head, body } = renderShop(page, shown, path);
    const client = clients.get(entry);
    if (!client) throw new Error(`The shop is not built: its manifest does not name ${entry}.`);
    return `<!doctype html>
<html lang="${languageOf(path)}"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
${barColours(theme)}
<link rel="icon" href="/brand/favicon.svg" type="image/svg+xml">
${head}
${languageOf(path) === 'hi' ? fontLink : ''}<style>${client.style}</style>
${client.script}
</head>
<body>
<div id="shop">${body}</div>
<script type="application/json" id="shop-data">${inScript({ page, settings: shown })}</script>
</body>
</html>
`;
  };
}

/** The colour of a mobile browser's bar, equal to the page's header. */
function barColours(theme: ShopTheme | undefined): string {
  const bar = (of: ShopTheme, media = ''): string => `<meta name="theme-color" content="${BAR[of]}"${media}>`;
  if (theme) return bar(theme);
  const when = (of: ShopTheme): string => ` media="(prefers-color-scheme: ${of})"`;
  return `${bar('light', when('light'))}\n${bar('dark', when('dark'))}`;
}

async function clientOf(manifest: z.output<typeof manifestFile>, entry: string, folder: string): Promise<Client> {
  const chunks = closureOf(manifest, entry);
  const files = [...new Set(chunks.flatMap(({ css = [] }) => css))];
  const styles = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const modules = chunks.map(({ file }) => `/${file}`).join(' ');
  return {
    style: styles.join('\n'),
    // The page works without scripts, so they are loaded after the content.
    script: `<script defer src="/shop-start.js" data-modules="${modules}"></script>`,
  };
}

/** The entry and all its imports, the entry first. */
function closureOf(manifest: z.output<typeof manifestFile>, entry: string): z.output<typeof chunk>[] {
  const seen = new Map<string, z.output<typeof chunk>>();
  const take = (name: string): void => {
    const file = manifest[name];
    if (!file) throw new Error(`The shop is not built: its manifest does not name ${name}.`);
    if (seen.has(name)) return;
    seen.set(name, file);
    for (const needed of file.imports ?? []) take(needed);
  };
  take(entry);
  return [...seen.values()];
}

/** JSON that cannot close its script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
