// What has to be there before anything of Bijli can run: the packages, the built app and the built shop.
// Plain JavaScript that Node 20 runs, because the project's own Node comes with the packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, node, root, ownEnvironment } from './project.mjs';

export function say(text) {
  process.stdout.write(`${text}\n`);
}

export function fail(text) {
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}

/** Runs a step quietly; its output is shown only when it fails. */
function step(title, command, args, more = {}) {
  const started = Date.now();
  process.stdout.write(`  ${title} … `);
  const env = { ...ownEnvironment(process.env), ...more };
  const run = spawnSync(command, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) fail(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error ?? ''}\n${title} failed.`);
  say(`${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Installs what the lockfile says, unless it is installed already. `everything` brings what only development needs too. */
export function installPackages(everything) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) fail(`Bijli needs Node 20 or newer to start with; this is ${process.version}.`);
  if (isInstalled(everything)) return;
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', everything ? '--include=dev' : '--omit=dev'];
  // It empties the folder that the cache lies in.
  step('Installing packages (about a minute the first time)', 'npm', args, { NODE_COMPILE_CACHE: undefined });
}

/** npm notes what it has installed once all of it is there; packages for other machines are optional. */
function isInstalled(everything) {
  const note = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(note);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, dev, devOptional, link }]) =>
      path === '' ||
      optional ||
      (!everything && (dev || devOptional)) ||
      // One of ours is a link, which may lead nowhere since it was renamed.
      (link ? existsSync(join(root, path)) : installed[path]?.version === version),
  );
}

const BUILT = ['apps/web/dist/index.html', 'apps/shop/dist/server/render.js'].map((file) => join(root, file));

export function isWebBuilt() {
  return BUILT.every((file) => existsSync(file));
}

/** Whether the tools are installed that build the app and the shop. */
export function canBuild() {
  return existsSync(join(root, 'node_modules/vite/package.json'));
}

/** Whether a source of the app or of the shop is newer than the last build. */
export function isWebStale() {
  const builtAt = Math.min(...BUILT.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)));
  const folders = ['apps/web', 'apps/shop', 'packages/contract', 'packages/ui'];
  const sources = folders.flatMap((folder) => [...filesBelow(join(root, folder))]);
  return sources.some((file) => statSync(file).mtimeMs >= builtAt);
}

/** Builds the app and the shop where they are stale, which takes the packages of development. */
export function buildWeb() {
  if (!isWebStale()) return;
  const build = (app, ...more) => ['node_modules/vite/bin/vite.js', 'build', app, '--logLevel', 'warn', ...more];
  // Vite goes by NODE_ENV, which test runners set: what it builds for development, React's faster half cannot render.
  const forProduction = { NODE_ENV: 'production' };
  step('Building the web app', node(), build('apps/web'), forProduction);
  step('Building the shop', node(), build('apps/shop'), forProduction);
  step('Building what renders the shop', node(), build('apps/shop', '--ssr'), forProduction);
  step('Making the product pictures', node(), ['apps/shop/build/product-pictures.ts']);
  step('Making the vehicle pictures', node(), ['apps/shop/build/vehicle-pictures.ts']);
  step('Packing both for browsers', node(), ['apps/web/build/pack.ts']);
}
