// Measures how much JavaScript the sign-in page needs before it works (what its HTML names and what that imports at
// once), and what the shop's pages hydrate with. It fails above the limits, or if the map is included. Both must be
// built.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fail, say } from './prepare.mjs';
import { root } from './project.mjs';

const MAX_APP_KB = 130;
const MAX_SHOP_KB = 90;
const MAP_MARK = 'maplibregl';

const dist = join(root, 'apps', 'web', 'dist');
const assets = join(dist, 'assets');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const named = [...html.matchAll(/(?:src|href)="\/([\w./-]+\.js)"/g)].map((match) => match[1]);
const needed = new Map();
for (const file of named) take(file);

/** Reads a file and everything that it imports before it runs, each once. */
function take(file) {
  if (needed.has(file)) return;
  const code = readFileSync(join(dist, file), 'utf8');
  needed.set(file, { code, kb: kilobytes(code) });
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) take(folder + name);
}

function kilobytes(code) {
  return gzipSync(code).length / 1000;
}

const row = (name, kb) => say(`${kb.toFixed(1).padStart(8)} kB  ${name}`);
say('JavaScript the login page needs, gzipped:');
for (const [file, { kb }] of [...needed].toSorted(([, a], [, b]) => b.kb - a.kb)) row(file, kb);
const total = [...needed.values()].reduce((sum, { kb }) => sum + kb, 0);
row(`in all; the limit is ${MAX_APP_KB} kB`, total);

const code = (file) => readFileSync(join(assets, file), 'utf8');
const map = readdirSync(assets).filter((file) => file.endsWith('.js') && code(file).includes(MAP_MARK));
say('The map, fetched when it is first opened:');
for (const file of map) row(`assets/${file}`, kilobytes(code(file)));

if (named.length === 0) fail('The page names no script: is the web client built?');
if (total > MAX_APP_KB)
  fail(`The login page needs ${total.toFixed(1)} kB of JavaScript; the limit is ${MAX_APP_KB} kB.`);
if (map.length === 0) fail('No file contains the map, so nothing shows that it is loaded later.');
const early = map.filter((file) => needed.has(`assets/${file}`));
if (early.length > 0) fail(`The login page already loads the map: ${early.join(', ')}.`);

const shopDist = join(root, 'apps', 'shop', 'dist', 'client');
const shop = JSON.parse(readFileSync(join(shopDist, 'shop', 'manifest.json'), 'utf8'));
const entries = Object.keys(shop).filter((name) => shop[name].isEntry);
if (entries.length === 0) fail('The shop has no entry: is it built?');
say('JavaScript that the pages of the shop hydrate with, gzipped:');
for (const entry of entries) {
  const kb = [...closureOf(entry)].reduce((sum, file) => sum + kilobytes(readFileSync(join(shopDist, file))), 0);
  row(`${entry}; the limit is ${MAX_SHOP_KB} kB`, kb);
  if (kb > MAX_SHOP_KB) fail(`${entry} needs ${kb.toFixed(1)} kB of JavaScript; the limit is ${MAX_SHOP_KB} kB.`);
}

/** The files of an entry of the shop and of everything that it imports before it runs. */
function closureOf(name, files = new Set()) {
  const { file, imports = [] } = shop[name];
  if (files.has(file)) return files;
  files.add(file);
  for (const needed of imports) closureOf(needed, files);
  return files;
}
