// Tries the Debian package as an operator would: in a bare Debian 12 without network, from `apt install` of an older
// version (older-tree.mjs, or `--from COMMIT`) to the first charge, which may take ten minutes, and on to this version
// and back in the middle of another charge. Needs root, debootstrap, unshare and systemd-analyze; says so where they
// are not there.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, say } from '../../scripts/prepare.mjs';
import { node, root } from '../../scripts/project.mjs';
import { countMigrations, extract, olderCommit } from './older-tree.mjs';
import { PROVIDER_PORT, SMS_PORT } from './try-ports.mjs';

const RELEASE = 'bookworm';
/** Of systemd's points, from 0 (locked up) to 10. */
const MAX_EXPOSURE = 20;

const needed = ['debootstrap', 'dpkg-deb', 'unshare', 'ip', 'systemd-analyze'];
const missing = needed.filter((name) => spawnSync('which', [name]).status !== 0);
if (process.getuid?.() !== 0 || missing.length > 0) {
  say(
    `The Debian package is not tried here: ${missing.length > 0 ? `${missing.join(', ')} missing` : 'this takes root'}.`,
  );
  process.exit(0);
}

const { values } = parseArgs({ options: { from: { type: 'string' } } });
const work = mkdtempSync(join(tmpdir(), 'bijli-try-deb-'));
const bare = join(work, 'root');
try {
  const older = join(work, 'older');
  const commit = values.from ?? olderCommit();
  extract(commit, older);
  const grown = countMigrations(root) - countMigrations(older);
  if (grown <= 0) fail(`This version adds nothing to the database of ${commit}.`);
  const [first, second] = [
    ['1.0.0~try1', older],
    ['1.0.0~try2', root],
  ].map(([version, tree]) => {
    const out = join(work, `${version}.deb`);
    step(`Building ${version}`, node(), [join(tree, 'deploy/deb/build.mjs'), '--version', version, '--out', out]);
    return out;
  });
  say(`  1.0.0~try1 is ${commit}; 1.0.0~try2 adds ${grown} migrations`);
  step('Making a bare Debian 12', 'debootstrap', ['--variant=minbase', RELEASE, bare, mirror()]);
  for (const [from, to] of [
    [first, 'first.deb'],
    [second, 'second.deb'],
  ])
    cpSync(from, join(bare, to));
  writeFileSync(join(bare, 'answers'), answers());
  equip(join(bare, 'try'));
  // A network of its own with nothing but loopback, and processes that end with it.
  const inside = `ip link set lo up && mount -t proc proc ${bare}/proc && mkdir -p ${bare}/dev/shm && mount -t tmpfs tmpfs ${bare}/dev/shm && exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot ${bare} sh /try/deploy/deb/try-inside.sh`;
  step(
    'Installing, starting, updating',
    'unshare',
    ['--net', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', inside],
    /^ {4}· /,
  );
  // The unit beside those of this machine, with a Node that is there.
  const unit = join(work, 'bijli.service');
  const text = readFileSync(join(import.meta.dirname, 'bijli.service'), 'utf8');
  writeFileSync(unit, text.replace('/usr/lib/bijli/node', process.execPath));
  step('systemd-analyze verify', 'systemd-analyze', ['verify', '--man=no', unit]);
  const security = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE}`, unit];
  step('systemd-analyze security', 'systemd-analyze', security, /Overall/);
  say('The Debian package works.');
} finally {
  rmSync(work, { recursive: true, force: true });
}

/**
 * What stands beside the server and is none of the package: a charge point, a provider, a driver. They have packages of
 * ours as they are here, others of the package.
 */
function equip(folder) {
  mkdirSync(join(folder, 'deploy/deb'), { recursive: true });
  for (const name of ['try-inside.sh', 'await-ready.mjs', 'try-equipment.mjs', 'try-charge.mjs', 'try-ports.mjs'])
    cpSync(join(import.meta.dirname, name), join(folder, 'deploy/deb', name));
  for (const name of ['charge-point', 'payment-sandbox'])
    cpSync(join(root, 'tools', name), join(folder, 'tools', name), { recursive: true });
  const scope = join(folder, 'node_modules/@bijli');
  mkdirSync(scope, { recursive: true });
  for (const name of ['contract', 'ocpp']) {
    cpSync(join(root, 'packages', name), join(folder, 'packages', name), { recursive: true });
    symlinkSync(`../../packages/${name}`, join(scope, name));
  }
  symlinkSync('/usr/lib/bijli/node_modules', join(folder, '../node_modules'));
}

/** Where this machine gets its own packages from. */
function mirror() {
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'], {
    encoding: 'utf8',
  });
  const site = stdout.split('\n').find((one) => one !== '' && !one.includes('security'));
  return site ?? fail('This machine has no source of Debian packages.');
}

function answers() {
  const text = readFileSync(join(root, 'apps/server/src/testing/production.ts'), 'utf8');
  const given = [...text.matchAll(/^ {2}(\w+): '(.*)',$/gm)].map(([, name, value]) => [name, value]);
  const own = new Set(['NODE_ENV', 'DATABASE', 'CHECKSUM_SECRET', 'LINK_SECRET', 'PHONEPE_WEBHOOK_PASSWORD']);
  const lines = given.filter(([name]) => !own.has(name)).map(([name, value]) => `${name}="${value}"`);
  const stands = ['API', 'OAUTH', 'CHECKOUT'].map((what) => `PHONEPE_${what}_URL=http://127.0.0.1:${PROVIDER_PORT}`);
  const more = ['BACKUP_TO=/srv/backups', `MSG91_API_URL=http://127.0.0.1:${SMS_PORT}`, ...stands];
  return `${[...lines, ...more].join('\n')}\n`;
}

function step(title, command, args, shown) {
  const started = Date.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 27 });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (status !== 0) {
    rmSync(work, { recursive: true, force: true });
    fail(`${stdout ?? ''}${stderr ?? ''}${error ?? ''}\n${title} failed.`);
  }
  for (const line of shown ? stdout.split('\n').filter((one) => shown.test(one)) : []) say(line);
  say(`  ${title}: ${seconds} s`);
}
