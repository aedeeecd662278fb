// `npm run package:deb [-- --version X --out FILE]`: a Debian package of what is built here: Node, the app, the shop,
// the server and the packages that it runs on, for the kind of machine that this is. It takes nothing from outside.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb, fail, installPackages, say } from '../../scripts/prepare.mjs';
import { node, root } from '../../scripts/project.mjs';

const HOME = 'usr/lib/bijli';
/** What the server reads of itself, beside its packages. */
const OWN = [
  'apps/server/package.json',
  'apps/server/src',
  'apps/server/drizzle',
  'apps/server/data',
  'apps/web/package.json',
  'apps/web/dist',
  'apps/shop/package.json',
  'apps/shop/dist',
  'packages/contract',
  'packages/ocpp',
  'packages/ui',
  'scripts/quick-imports.mjs',
];
const LEFT_OUT = /(\.test\.tsx?|\.map|\.md)$/;
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

const { values } = parseArgs({ options: { version: { type: 'string' }, out: { type: 'string' } } });
const version = values.version ?? JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
const architecture = ARCHITECTURES[process.arch];
if (process.platform !== 'linux' || !architecture)
  fail('A Debian package is built on Linux, for its own kind of machine.');
const out = resolve(values.out ?? join(root, 'dist-deb', `bijli_${version}_${architecture}.deb`));

installPackages(true);
buildWeb();
const stage = mkdtempSync(join(tmpdir(), 'bijli-deb-'));
try {
  const home = join(stage, HOME);
  for (const path of OWN) copy(path, home);
  for (const path of productionPackages()) copyPackage(path, home);
  cpSync(realpathSync(node()), join(home, 'node'));
  chmodSync(join(home, 'node'), 0o755);
  put('usr/lib/systemd/system/bijli.service', 'bijli.service', 0o644);
  put('usr/bin/bijli', 'bijli', 0o755);
  for (const name of [
    'README.md',
    'LICENSE',
    'NOTICE.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'docs/operating.md',
    'docs/commands.md',
    'docs/settings.md',
    'docs/chargers-behind-a-proxy.md',
    'docs/sms-templates.md',
    'docs/decisions',
    'docs/runbooks',
    'deploy/alerts.yml',
    'deploy/grafana.json',
    'deploy/haproxy.cfg',
  ])
    // In the folders of the repository, so that links lead to them.
    cpSync(join(root, name), join(stage, 'usr/share/doc/bijli', name), { recursive: true });
  for (const name of ['postinst', 'prerm', 'postrm']) put(`DEBIAN/${name}`, name, 0o755);
  writeFileSync(join(stage, 'DEBIAN/control'), control());
  mkdirSync(dirname(out), { recursive: true });
  run('chmod', ['-R', 'go=rX,u+w', stage]);
  run('dpkg-deb', ['--build', '--root-owner-group', '-Zzstd', '-z6', stage, out]);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
say(`Built ${relative(process.cwd(), out)}`);

/** What is left out is of tests alone, or for people who read. */
function copy(path, home) {
  const wanted = (from) => !LEFT_OUT.test(from) && basename(from) !== 'testing' && basename(from) !== 'node_modules';
  cpSync(join(root, path), join(home, path), { recursive: true, filter: wanted });
}

/**
 * Of each package what is its own: those that lie in it are in the list themselves. Ours are links into the project.
 */
function copyPackage(path, home) {
  const from = join(root, path);
  const to = join(home, path);
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(relative(dirname(from), realpathSync(from)), to);
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => file === from || basename(file) !== 'node_modules',
  });
}

/** As npm says what the server needs, without what only development does. */
function productionPackages() {
  const args = ['ls', '--omit=dev', '--all', '--parseable', '--workspace=@bijli/server'];
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const paths = stdout.split('\n').filter((path) => path.includes('/node_modules/'));
  const own = paths
    .map((path) => relative(root, path))
    .filter((path) => !path.startsWith('..') && existsSync(join(root, path)));
  if (own.length < 50) fail(`npm does not say which packages the server needs:\n${stdout}`);
  return [...new Set(own)].filter((path) => !/node_modules\/@types\//.test(path));
}

function put(to, from, mode) {
  const path = join(stage, to);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(join(import.meta.dirname, from), path);
  chmodSync(path, mode);
}

function control() {
  const sizeKb = Number(run('du', ['-sk', stage]).split('\t')[0]);
  return `Package: bijli
Version: ${version}
Architecture: ${architecture}
Maintainer: Bijli <help@bijli.example>
Section: net
Priority: optional
Installed-Size: ${sizeKb}
Depends: libc6 (>= 2.36), libstdc++6, libgcc-s1, passwd, util-linux, tar, gzip
Description: EV-charging business in one server
 The driver's app, the wallet and its payments, charging sessions, the OCPP
 central system and a shop, with Node and a PostgreSQL of its own.
`;
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) fail(`${command} failed: ${stderr ?? error}`);
  return stdout;
}
