// Prepares what every start of Bijli needs: the packages, the built app and the built shop. It is plain JavaScript for
// Node 20, because the project's own Node comes with the packages.
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

/** Runs a step. Its output is shown only if it fails. */
function step(title, command, args, more = {}) {
  const started = Date.now();
  process.stdout.write(`  ${title} … `);
  const env = { ...ownEnvironment(process.env), ...more };
  const run = spawnSync(command, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) fail(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error ?? ''}\n${title} failed.`);
  say(`${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * Installs the packages of the lockfile, unless they are there. `everything` includes those that only development
 * needs.
 */
export function installPackages(everything) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) fail(`Bijli needs Node 20 or newer to start with; this is ${process.version}.`);
  if (isInstalled(everything)) return;
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', everything ? '--include=dev' : '--omit=dev'];
  // npm empties node_modules, which contains the compile cache.
  step('Installing packages (about a minute the first time)', 'npm', args, { NODE_COMPILE_CACHE: undefined });
}

/** npm writes its list of installed packages when all are there. Packages for other platforms are optional. */
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
      // Our own workspaces are links. A link can be broken after a workspace was renamed.
      (link ? existsSync(join(root, path)) : installed[path]?.version === version),
  );
}

const BUILT = ['apps/web/dist/index.html', 'apps/shop/dist/server/render.js'].map((file) => join(root, file));

export function isWebBuilt() {
  return BUILT.every((file) => existsSync(file));
}

/** True if the tools that build the app and the shop are installed. */
export function canBuild() {
  return existsSync(join(root, 'node_modules/vite/package.json'));
}

/** True if a source of the app or the shop is newer than the last build. */
export function isWebStale() {
  const builtAt = Math.min(...BUILT.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)));
  const folders = ['apps/web', 'apps/shop', 'packages/contract', 'packages/ui'];
  const sources = folders.flatMap((folder) => [...filesBelow(join(root, folder))]);
  return sources.some((file) => statSync(file).mtimeMs >= builtAt);
}

/** The build reads a path as an address, so it looks for its files in another folder. */
const CUTS_ADDRESS = /[#?]/;

/** Builds the app and the shop if they are stale. This needs the development packages. */
export function buildWeb() {
  if (!isWebStale()) return;
  if (CUTS_ADDRESS.test(root))
    fail(`The pages cannot be built in a folder with # or ? in its path: ${root}. Move or rename the folder.`);
  const build = (app, ...more) => ['node_modules/vite/bin/vite.js', 'build', app, '--logLevel', 'warn', ...more];
  // Test runners set NODE_ENV, which Vite obeys. A development build would not work with the production React that
  // renders pages.
  const forProduction = { NODE_ENV: 'production' };
  step('Building the web app', node(), build('apps/web'), forProduction);
  step('Building the shop', node(), build('apps/shop'), forProduction);
  step('Building what renders the shop', node(), build('apps/shop', '--ssr'), forProduction);
  step('Making the product pictures', node(), ['apps/shop/build/product-pictures.ts']);
  step('Making the vehicle pictures', node(), ['apps/shop/build/vehicle-pictures.ts']);
  step('Packing both for browsers', node(), ['apps/web/build/pack.ts']);
}
