// `npm run check`: checks what differs from main. With `-- PATH …` it runs the tests near these files or folders
// instead. Format, lint, types, architecture and unused code are checked everywhere.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, fail, installPackages, isWebBuilt, say } from './prepare.mjs';
import { node, ownEnvironment, root } from './project.mjs';
import { ARCHITECTURE, STATIC, runInParallel } from './suites.mjs';
import { testsNear } from './tests-near.mjs';

/** Fails for an endpoint that is not served as the contract says. */
const CONTRACT_TEST = 'apps/server/src/http/calls/contract.test.ts';
/** Fail for what is too long, and for names, comments and log events. Every change of code is near them. */
const TESTS_OF_ALL_CODE = [
  'checks/file-lengths.test.ts',
  'checks/names-and-comments.test.ts',
  'checks/function-names.test.ts',
  'checks/log-events.test.ts',
];
/** Fails if a line that scripts/mutants.json quotes is gone. */
const MUTANTS_TEST = 'scripts/mutants.test.ts';
/**
 * These tests start the real server, which serves pages. They need a build, but any build will do, because only
 * journeys test the pages.
 */
const STARTS_SERVER = 'tools/dev-stack/';

const started = Date.now();
const env = ownEnvironment(process.env);
installPackages(true);
const changed = changedFiles(process.argv.slice(2));
const outcomes = await runInParallel(STATIC.map(remembering), env);
const failed = outcomes.filter((outcome) => outcome.failed > 0).map(({ title }) => title);
say(`\n${changed.length} changed ${changed.length === 1 ? 'file' : 'files'}`);
if (!runTests(changed)) failed.push('unit tests');
say(`\n${failed.length === 0 ? 'Everything passed' : `FAILED: ${failed.join(', ')}`}, in ${seconds(started)} s`);
process.exit(failed.length === 0 ? 0 : 1);

/** Checks only those types that may have changed since the last time. */
function remembering(step, at) {
  if (!step.args[0].includes('typescript')) return step;
  const kept = join('node_modules', '.cache', `types-${at}.tsbuildinfo`);
  return { ...step, args: [...step.args, '--incremental', '--tsBuildInfoFile', kept] };
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(1);
}

/**
 * Lists the files below some paths. Without paths it lists the files that differ from the commit where this branch left
 * main, and new files.
 */
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
  // This test reaches routes only through the whole server, so no change of a route counts as near it.
  if (changed.some((file) => /\.routes\.ts$|^packages\/contract\/src\//.test(file))) tests.push(CONTRACT_TEST);
  if (quotedByMutants().some((file) => changed.includes(file) || !existsSync(join(root, file))))
    tests.push(MUTANTS_TEST);
  if (changed.some((file) => /\.(tsx?|css)$/.test(file))) tests.push(...TESTS_OF_ALL_CODE);
  if (tests.length === 0) {
    say('No unit test is near these changes.');
    return true;
  }
  if (left > 0) say(`These are the nearest tests. npm test also runs ${left} others that are as near.`);
  if (tests.some((test) => test.startsWith(STARTS_SERVER)) && !isWebBuilt()) buildWeb();
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...tests.map((test) => join(root, test))];
  return spawnSync(node(), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function quotedByMutants() {
  const { mutants } = JSON.parse(readFileSync(join(root, 'scripts/mutants.json'), 'utf8'));
  return mutants.flatMap(({ file, test }) => [file, test]);
}

/** Lists for each module the modules that import it. */
function importersOf() {
  const report = spawnSync(node(), [...ARCHITECTURE, '--output-type', 'json'], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  // The checks above have already named what cannot be parsed.
  if (!report.stdout) fail('The imports cannot be read, so no tests are chosen: fix the failed checks above first.');
  return new Map(JSON.parse(report.stdout).modules.map(({ source, dependents }) => [source, dependents]));
}

/**
 * For a file that is not a module, such as a page of the documentation: tests that contain its name in quotes or at the
 * end of a path.
 */
function testsNaming(file) {
  const name = new RegExp(`['"\`/]${file.slice(file.lastIndexOf('/') + 1).replaceAll('.', '\\.')}['"\`]`);
  const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' });
  return tests
    .split('\n')
    .filter((test) => test && existsSync(join(root, test)) && name.test(readFileSync(join(root, test), 'utf8')));
}
