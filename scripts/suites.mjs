// The checks and suites of the project. `npm test` runs the quick ones, `npm run test:full` all of them or the named
// parts.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { browsers } from './chromium.mjs';
import { buildWeb, installPackages, say } from './prepare.mjs';
import { node, root, ownEnvironment } from './project.mjs';

const results = join(root, 'test-results');
/** No suite takes this long unless it hangs. Then it fails, and the others still run. */
const LONGEST_SUITE_MS = 50 * 60_000;
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];

/** The tests of a folder of e2e, in a browser. */
const inBrowser = (title, project) => ({
  title,
  args: [...PLAYWRIGHT, '--project', project, '--reporter=list,json'],
  file: `${project}.json`,
  count: ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }),
});

/** Some test files or all of them, with vitest. */
const inVitest = (title, name, files = [], env = {}) => ({
  title,
  args: [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(results, name)}`,
  ],
  env,
  file: name,
  count: (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
});

/** Checks which file imports which. */
export const ARCHITECTURE = [
  'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  '--config',
  '.dependency-cruiser.mjs',
  'apps',
  'packages',
  'tools',
  'e2e',
  'bench',
];

/** Checks that need nothing to run. */
export const STATIC = [
  { title: 'format (npm run format fixes it)', args: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] },
  { title: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--deny-warnings', '--report-unused-disable-directives'] },
  { title: 'types: server, packages, tools', args: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { title: 'types: kit', args: ['node_modules/typescript/bin/tsc', '-p', 'packages/ui'] },
  { title: 'types: web', args: ['node_modules/typescript/bin/tsc', '-p', 'apps/web'] },
  { title: 'types: shop', args: ['node_modules/typescript/bin/tsc', '-p', 'apps/shop'] },
  { title: 'types: service worker', args: ['node_modules/typescript/bin/tsc', '-p', 'apps/web/src/service-worker'] },
  { title: 'architecture', args: ARCHITECTURE },
  { title: 'unused code', args: ['node_modules/knip/bin/knip.js'] },
];

/** Each check counts as one. A suite has a `file` of results, and each of its tests counts. */
export const QUICK = [
  ...STATIC,
  { title: 'bundle sizes', args: ['scripts/bundle-sizes.mjs'] },
  inVitest('unit, integration and contract tests', 'unit.json'),
  inBrowser('journeys in a browser', 'journeys'),
  // It reads the results that were just written.
  { title: 'every requirement is proven', args: ['scripts/requirements.mjs'] },
];

/** The parts of `npm run test:full`. Each can be run alone by its name. */
export const PARTS = {
  quick: QUICK,
  screens: [inBrowser('every state of every screen in every theme, language and width', 'matrix')],
  engines: [inBrowser('first charge, map and order in Safari’s engine and in Firefox', 'engines')],
  'shop-race': [
    inVitest('race for the last unit, 100 rounds', 'race.json', ['tools/dev-stack/src/shop-race/shop-race.test.ts'], {
      SHOP_RACE_ROUNDS: '100',
    }),
  ],
  standby: [
    inVitest('a paused node has lost its lease', 'standby.json', ['tools/dev-stack/src/failures/standby.test.ts'], {
      NODE_PAUSED: '1',
    }),
  ],
  nodes: [
    inVitest(
      'nodes that share a database: killed during 500 sessions, paused, restarted one after the other, without NATS or with half of it, cut off, of two commits, and with PostgreSQL stopped, killed and replaced by its standby',
      'nodes.json',
      [
        ...[
          'nodes-under-load',
          'nodes-partitioned',
          'nodes-database',
          'nodes-failing',
          'nodes-of-two-commits',
          'two-nodes',
        ].map((name) => `apps/server/src/cluster/several-nodes/${name}.test.ts`),
        'tools/dev-stack/src/failures/rolling-restart.test.ts',
      ],
      { NODES_CHARGES: '500' },
    ),
  ],
  'database-outage': [
    inVitest(
      'the database stopped for 30 s, and refused for 30 s',
      'away.json',
      ['tools/dev-stack/src/failures/database-outage.test.ts'],
      { DATABASE_AWAY_SECONDS: '30' },
    ),
  ],
  kills: [
    inVitest(
      'kill -9 at every place, and 20 times under load',
      'kills.json',
      ['kills', 'session-survives', 'order-survives', 'receipt-survives', 'restore-survives'].map(
        (name) => `tools/dev-stack/src/failures/${name}.test.ts`,
      ),
      { KILLS: '20' },
    ),
  ],
  simulation: [
    inVitest(
      '50,000 runs of a simulated cluster',
      'simulation.json',
      ['apps/server/src/cluster/simulation/simulation.test.ts'],
      { SIMULATION_SEEDS: '50000' },
    ),
  ],
  'demo-nodes': [
    inVitest('the demo on two nodes, one of which is killed', 'demo.json', ['tools/dev-stack/src/node-stack.test.ts'], {
      NODES_KILLED: '1',
    }),
  ],
  // The oldest version that is tested: the one of Debian 12, used with DATABASE_URL.
  postgres15: [
    inVitest(
      'money, charges, orders and jobs over PostgreSQL 15 of Debian',
      'postgres15.json',
      [
        ...[
          'ledger',
          'wallet',
          'payments',
          'invoices',
          'sessions',
          'storefront',
          'operations',
          'discovery',
          'accounts',
        ].map((name) => `apps/server/src/modules/${name}/`),
        ...['jobs', 'db/migrations/migrations', 'cluster/several-nodes/two-nodes', 'app.test', 'cli/run'].map(
          (name) => `apps/server/src/${name}`,
        ),
      ],
      { TEST_POSTGRES: '/usr/lib/postgresql/15/bin' },
    ),
  ],
  attacks: [{ title: 'attacks', args: ['tools/attack/src/main.ts'] }],
  quirks: [
    inVitest(
      '2,000 generated sessions at faulty charge points, a tenth as many whatever anybody does, and ten times as many stops at the purchase',
      'quirks.json',
      [
        'apps/server/src/modules/sessions/supervision/quirk-matrix.test.ts',
        'apps/server/src/modules/sessions/supervision/no-stuck-session.test.ts',
        'apps/server/src/modules/sessions/stopping/limit-stop.test.ts',
      ],
      { QUIRK_CHARGES: '2000' },
    ),
  ],
  mutants: [
    { title: 'pure rules of money and meters broken in every place', args: ['scripts/mutant-scores.mjs', '--pure'] },
  ],
  'disk-loss': [
    inVitest('a disk destroyed under traffic', 'disk.json', ['tools/dev-stack/src/failures/disk-lost.test.ts'], {
      LOSS_SECONDS: '60',
    }),
  ],
  // Installs the package in a bare Debian without network, if debootstrap is installed.
  package: [
    {
      title:
        'the Debian package, from install to the first charge, and from an older version to this one and back during a session',
      args: ['deploy/deb/try.mjs'],
    },
  ],
  // Fails below the scores that the script itself defines.
  lighthouse: [{ title: 'Lighthouse', args: ['e2e/lighthouse.ts'] }],
  'map-window': [{ title: 'benchmark of a map window', args: ['bench/src/run.ts', 'window-query'] }],
};

/** Runs steps one after the other, but first all that need nothing, in parallel. Returns the outcomes. */
export async function runAll(steps) {
  installPackages(true);
  buildWeb();
  const env = { ...ownEnvironment(process.env), ...browsers() };
  mkdirSync(results, { recursive: true });
  const needsNothing = (step) => STATIC.includes(step);
  const outcomes = [
    ...(await runInParallel(steps.filter(needsNothing), env)),
    ...steps.filter((step) => !needsNothing(step)).map((step) => ({ title: step.title, ...run(step, env) })),
  ];
  const sum = (field) => outcomes.reduce((total, outcome) => total + outcome[field], 0);
  say(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return outcomes;
}

/**
 * Runs as many steps at once as there are cores. The output of a step is shown if it fails. Returns the outcomes in
 * order.
 */
export async function runInParallel(steps, env) {
  const outcomes = [];
  const waiting = [...steps.entries()];
  async function worker() {
    for (let next = waiting.shift(); next; next = waiting.shift()) outcomes[next[0]] = await runQuietly(next[1], env);
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return outcomes;
}

async function runQuietly({ title, args }, env) {
  const started = Date.now();
  const child = spawn(node(), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ok = (await new Promise((resolve) => child.on('close', resolve))) === 0;
  const seconds = secondsSince(started);
  say(`  ${ok ? 'ok    ' : 'FAILED'}  ${title}, ${seconds} s${ok ? '' : `\n${output}`}`);
  return { title, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds };
}

const secondsSince = (started) => Number(((Date.now() - started) / 1000).toFixed(1));

function run({ title, args, env: own, file, count }, env) {
  say(`\n── ${title}`);
  const started = Date.now();
  const report = file && join(results, file);
  if (report) rmSync(report, { force: true });
  const { status, error } = spawnSync(node(), args, {
    cwd: root,
    env: { ...env, ...own, ...(report && { PLAYWRIGHT_JSON_OUTPUT_FILE: report }) },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: LONGEST_SUITE_MS,
  });
  const ok = status === 0;
  const seconds = secondsSince(started);
  say(`   ${ok ? 'passed' : error ? `FAILED (${error.message})` : 'FAILED'} in ${seconds} s`);
  if (!report) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds };
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  // A suite that breaks off without a failed test counts as one failure.
  const hasRun = counted.passed + (counted.skipped ?? 0) > 0;
  return { passed: counted.passed, failed: counted.failed || (ok && hasRun ? 0 : 1), seconds };
}
