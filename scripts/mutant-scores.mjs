// Tests the tests of the rules of money and meters. It breaks every place in the files of these rules, one at a time,
// and runs the tests that reach it. It fails if the tests of a file notice too few breaks, or if docs/mutants.md gives
// no reason for a break that no test notices. `--write` updates that page. A row keeps its reason, which a person has
// written, as long as its break goes unnoticed. `--pure` tries only the files whose tests need no database, which takes
// minutes; a name such as `payments/payment-state` tries only that file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { fail, say } from './prepare.mjs';
import { root } from './project.mjs';

const MIN_PERCENT = 85;
const SHORT = 10;
const LIST = join(root, 'docs', 'mutants.md');
const MODULES = 'apps/server/src/modules';
const PURE = [
  'sessions/metering/energy',
  'sessions/metering/register-count',
  'sessions/metering/register-restarts',
  'sessions/metering/register-steps',
  'sessions/stopping/stop-plan',
  'sessions/session-state',
  'payments/payment-state',
  'storefront/orders/order-state',
  'invoices/place-of-supply',
  'wallet/split',
];
const WITH_DATABASE = ['wallet/holds', 'payments/settling/settle', 'sessions/settling/settlement'];

const HELP = `npm run mutants:scores breaks every place of the rules of money and meters, and runs the tests that reach it.

  npm run mutants:scores                              all files of rules, in hours
  npm run mutants:scores -- --pure                    those whose tests need no database, in minutes
  npm run mutants:scores -- payments/payment-state    one file
  npm run mutants:scores -- --write                   brings docs/mutants.md up to date
  npm run mutants:scores -- --help                    shows these lines and breaks nothing

The files: ${[...PURE, ...WITH_DATABASE].join(', ')}.`;

const { values, positionals: named } = parseArgs({
  options: {
    pure: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
});
if (values.help) {
  say(HELP);
  process.exit(0);
}
const groups = [['pure', PURE], ...(values.pure ? [] : [['database', WITH_DATABASE]])];
const known = groups.flatMap(([, files]) => files);
const unknown = named.find((name) => !known.includes(name));
if (unknown) fail(`There is no file of rules ${unknown}. They are: ${known.join(', ')}`);

const scores = [];
for (const [group, files] of groups) {
  const chosen = files.filter((file) => named.length === 0 || named.includes(file));
  if (chosen.length === 0) continue;
  const mutants = await tryOut(group, chosen);
  scores.push(...chosen.map((file) => scoreOf(pathOf(file), mutants)));
}
for (const { file, percent, noticed, all } of scores)
  say(`  ${percent.toFixed(1).padStart(5)} %  ${noticed} of ${all}  ${file}`);
const unexplained = rowsWithoutReason(values.write);
for (const row of unexplained) say(`without a reason in ${relative(root, LIST)}: ${row}`);
process.exit(unexplained.length > 0 || scores.some(({ percent }) => !(percent >= MIN_PERCENT)) ? 1 : 0);

function pathOf(file) {
  return `${MODULES}/${file}.ts`;
}

/** Each group has its own configuration of tests, which leaves out tests that the group does not need. */
async function tryOut(group, files) {
  const stryker = new Stryker({
    mutate: files.map(pathOf),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: `scripts/mutants.${group}.config.ts`, related: false },
    coverageAnalysis: 'perTest',
    // A server that is started before a file's first test runs the rules too. Breaks of these are still tried, with
    // every test that reaches them.
    ignoreStatic: group === 'database',
    reporters: ['progress-append-only'],
    concurrency: 2,
    // A break that makes a test run forever counts as noticed. The timeout is long, so that a slow machine does not
    // look like such a break.
    timeoutMS: 20_000,
    tempDirName: 'test-results/mutants',
    // Only the older TypeScript compiler can read our configurations, so it gets none.
    tsconfigFile: 'none.json',
  });
  return stryker.runMutationTest();
}

/** A file without any break has no score and fails. */
function scoreOf(file, mutants) {
  const counted = mutants.filter(
    ({ fileName, status }) =>
      relative(root, fileName) === file && status !== 'CompileError' && status !== 'RuntimeError',
  );
  const left = counted.filter(({ status }) => status !== 'Killed' && status !== 'Timeout');
  const [all, noticed] = [counted.length, counted.length - left.length];
  return { file, all, noticed, percent: (100 * noticed) / all, left };
}

/**
 * Updates the rows of breaks that no test noticed, and returns those without a reason. Rows of a file with the same
 * text share their reason.
 */
function rowsWithoutReason(isWritten) {
  const [head, ...sections] = readFileSync(LIST, 'utf8').split(/^(?=## )/m);
  const listed = new Map(sections.map((section) => [section.slice(3, section.indexOf(':')), section]));
  const without = [];
  for (const { file, percent, noticed, all, left } of scores) {
    const reasons = reasonsIn(listed.get(file) ?? '');
    const rows = new Set(left.toSorted(byPlace).map((mutant) => rowOf(file, mutant)));
    const lines = [...rows].map((row) => `${row} ${reasons.get(row) ?? ''} |`);
    without.push(...[...rows].filter((row) => !reasons.get(row)).map((row) => `${file} ${row}`));
    const table = lines.length > 0 ? ['| code | becomes | why it is left |', '|---|---|---|', ...lines, ''] : [];
    listed.set(file, [`## ${file}: ${percent.toFixed(1)} %, ${noticed} of ${all}`, '', ...table, ''].join('\n'));
  }
  const sorted = [...listed].toSorted(([a], [b]) => a.localeCompare(b)).map(([, section]) => section.trimEnd());
  if (isWritten) writeFileSync(LIST, `${[head.trimEnd(), ...sorted].join('\n\n')}\n`);
  return without;
}

/** The reasons of a section. The key is the rest of the row. */
function reasonsIn(section) {
  const rows = section.matchAll(/^(\| `.*` \| `.*` \|) (.*) \|$/gm);
  return new Map([...rows].map(([, row, reason]) => [row, reason.trim()]));
}

function byPlace({ location: { start: a } }, { location: { start: b } }) {
  return a.line - b.line || a.column - b.column;
}

function rowOf(file, { location: { start, end }, replacement }) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const [first, last] = [lines[start.line - 1], lines[end.line - 1]];
  const [before, after] = [first.slice(0, start.column - 1), last.slice(end.column - 1)];
  const whole = [...lines.slice(start.line - 1, end.line - 1), last].join('\n');
  const code = whole.slice(before.length, whole.length - after.length);
  // A short piece of code means little without its line.
  const shown = code.length < SHORT ? (text) => `${before}${text}${after}` : (text) => text;
  const plain = (text) => shown(text).trim().replaceAll('|', '\\|').replaceAll('`', "'").replaceAll(/\s+/g, ' ');
  return `| \`${plain(code)}\` | \`${plain(replacement)}\` |`;
}
