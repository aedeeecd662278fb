// `npm test`: every check there is, one after the other, and at the end how many passed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { buildWeb, installPackages, say } from './prepare.mjs';
import { node, root, withProjectPath } from './project.mjs';

const results = join(root, 'test-results');
const unit = join(results, 'unit.json');
const journeys = join(results, 'journeys.json');

installPackages(true);
buildWeb();
const env = { ...withProjectPath(process.env), CHROMIUM_PATH: chromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: journeys };
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;

function run(title, args) {
  say(`\n── ${title}`);
  const started = Date.now();
  const { status } = spawnSync(node(), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  say(`   ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
}

/** A check counts as one. */
function check(title, args) {
  if (run(title, args)) passed += 1;
  else failed += 1;
}

/** A suite counts its tests; one that breaks without a failed test counts as a failure of its own. */
function suite(title, args, file, count) {
  const ok = run(title, args);
  const counted = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  passed += counted.passed;
  failed += counted.failed || (ok && counted.passed > 0 ? 0 : 1);
}

check('format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']);
check('lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']);
check('types: server, packages, tools', ['node_modules/typescript/bin/tsc', '-p', '.']);
check('types: web', ['node_modules/typescript/bin/tsc', '-p', 'apps/web']);
check('types: service worker', ['node_modules/typescript/bin/tsc', '-p', 'apps/web/src/service-worker']);
check('architecture', [
  'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  '--config',
  '.dependency-cruiser.mjs',
  'apps',
  'packages',
  'tools',
  'e2e',
  'bench',
]);
check('unused code', ['node_modules/knip/bin/knip.js']);
suite(
  'unit, integration and contract tests',
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
  unit,
  (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
);
suite(
  'journeys in a browser',
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
  journeys,
  ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
);

say(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
