// `npm run check`: whether what differs from main is right. `npm run check -- PATH …`
// runs the tests of these files or folders instead. Format, lint, types, architecture and unused code are looked at everywhere.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CRUISE, STATIC, runBesideEachOther } from './checks.mjs';
import { buildWeb, fail, installPackages, isWebBuilt, say } from './prepare.mjs';
import { node, ownEnvironment, root } from './project.mjs';
import { testsNear } from './tests-near.mjs';

/** Fails for an endpoint that is not served as promised. */
const CONTRACT_TEST = 'apps/server/src/http/contract.test.ts';
/** Fails when a line that scripts/mutants.json quotes is no longer there. */
const MUTANTS_TEST = 'mutants.test.ts';
/** Its tests start the server as it is run, which serves pages; any build will do, because journeys test the pages. */
const STARTS_SERVER = 'tools/dev-stack/';

const started = Date.now();
const env = ownEnvironment(process.env);
installPackages(true);
const changed = changedFiles(process.argv.slice(2));
const outcomes = await runBesideEachOther(STATIC.map(remembering), env);
const failed = outcomes.filter((outcome) => outcome.failed > 0).map(({ title }) => title);
say(`\n${changed.length} changed ${changed.length === 1 ? 'file' : 'files'}`);
if (!runTests(changed)) failed.push('unit tests');
say(`\n${failed.length === 0 ? 'All right' : `FAILED: ${failed.join(', ')}`}, in ${seconds(started)} s`);
process.exit(failed.length === 0 ? 0 : 1);

/** Types are looked at where they may have changed since the last time. */
function remembering(step, at) {
  if (!step.args[0].includes('typescript')) return step;
  const kept = join('node_modules', '.cache', `types-${at}.tsbuildinfo`);
  return { ...step, args: [...step.args, '--incremental', '--tsBuildInfoFile', kept] };
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(1);
}

/** The files below some paths; without any, those that differ from where this branch left main, and new ones. */
function changedFiles(paths) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  for (const path of paths) if (!existsSync(join(root, path))) fail(`There is no ${path}.`);
  const fresh = git('ls-files', '--others', '--exclude-standard', '--', ...paths);
  const known = paths.length > 0 ? git('ls-files', '--', ...paths) : git('diff', '--name-only', base());
  return [...new Set([...known, ...fresh])].filter((file) => existsSync(join(root, file)));
}

function base() {
  for (const main of ['main', 'origin/main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', main, 'HEAD'], { cwd: root, encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return 'HEAD';
}

function runTests(changed) {
  const { tests, left } = testsNear(changed, importersOf(), testsNaming);
  // It is reached through the whole server, so nothing that is changed there is near it.
  if (changed.some((file) => /\.routes\.ts$|^packages\/contract\/src\//.test(file))) tests.push(CONTRACT_TEST);
  if (quotedByMutants().some((file) => changed.includes(file) || !existsSync(join(root, file))))
    tests.push(MUTANTS_TEST);
  if (tests.length === 0) {
    say('No unit test is near it.');
    return true;
  }
  if (left > 0) say(`The nearest tests; ${left} more are as near, and npm test runs them.`);
  if (tests.some((test) => test.startsWith(STARTS_SERVER)) && !isWebBuilt()) buildWeb();
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...tests.map((test) => join(root, test))];
  return spawnSync(node(), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function quotedByMutants() {
  const { mutants } = JSON.parse(readFileSync(join(root, 'scripts/mutants.json'), 'utf8'));
  return mutants.flatMap(({ file, test }) => [file, test]);
}

/** Of each module the modules that import it. */
function importersOf() {
  const report = spawnSync(node(), [...CRUISE, '--output-type', 'json'], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  // What cannot be parsed has been named above.
  if (!report.stdout) fail('The imports cannot be read, so no tests are chosen: mend what is WRONG above first.');
  return new Map(JSON.parse(report.stdout).modules.map(({ source, dependents }) => [source, dependents]));
}

/** For what is no module, such as a page of the documentation: tests that have its name in quotes or at the end of a path. */
function testsNaming(file) {
  const name = new RegExp(`['"\`/]${file.slice(file.lastIndexOf('/') + 1).replaceAll('.', '\\.')}['"\`]`);
  const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' });
  return tests
    .split('\n')
    .filter((test) => test && existsSync(join(root, test)) && name.test(readFileSync(join(root, test), 'utf8')));
}
