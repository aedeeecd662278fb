// `npm run mutants`: tests the tests. It breaks one line of the product at a time in a copy of the tree, and runs the
// test file that must fail. The breaks are in mutants.json, for rows of docs/requirements.md that are chosen with a
// fixed seed. Half of them are rows of money and meters, where a mistake costs most. It writes the outcomes to results/
// and fails if a break goes unnoticed. Then `mutant-scores.mjs` breaks the rules of money and meters in every place.
// `npm run mutants -- OTP-13` tries only the breaks of some rows.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { rowsToMutate, ROWS_EACH } from './mutant-rows.mjs';
import { fail, installPackages, say } from './prepare.mjs';
import { node, root, ownEnvironment } from './project.mjs';
import { rowsNamedBy } from './requirement-rows.mjs';
import { addRow } from './table-over-time.mjs';

/** Packages, build results and reports are not copied. */
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', 'test-results', 'results']);
const DATA = join(root, 'data');
const MAX_RUN_MS = 180_000;

const { seed, passedOver, mutants } = JSON.parse(readFileSync(join(root, 'scripts', 'mutants.json'), 'utf8'));
const HELP = `npm run mutants breaks one line of the product at a time, and runs the test that must fail.

  npm run mutants              all ${mutants.length} breaks, then npm run mutants:scores
  npm run mutants -- OTP-13    only the breaks of this row of docs/requirements.md, or of several
  npm run mutants -- --help    shows these lines and breaks nothing

Rows with a break: ${[...new Set(mutants.map(({ row }) => row))].join(', ')}.`;

const { values, positionals: wanted } = parseArgs({
  options: { help: { type: 'boolean', short: 'h', default: false } },
  allowPositionals: true,
});
if (values.help) {
  say(HELP);
  process.exit(0);
}
const unknown = wanted.find((id) => !mutants.some(({ row }) => row === id));
if (unknown) fail(`There is no break of a row ${unknown}. The rows: npm run mutants -- --help`);
installPackages(true);
say(
  `Seed ${seed}, ${2 * ROWS_EACH} rows, half of money and meters; passed over: ${Object.keys(passedOver).join(', ')}`,
);
for (const id of rowsToMutate(seed, passedOver))
  if (!mutants.some(({ row }) => row === id)) fail(`Row ${id} is chosen and has no mutant.`);

const tried = mutants.filter(({ row }) => wanted.length === 0 || wanted.includes(row));
const copy = copyTree();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const { isGreen, said } = run(new Set(tried.map(({ test }) => test)));
if (!isGreen) fail(`Tests fail without any break:\n${said}`);
const outcomes = [];
for (const mutant of tried) {
  const outcome = { ...mutant, ...tryOut(mutant) };
  outcomes.push(outcome);
  say(`  ${outcome.result.padEnd(8)}  ${outcome.row.padEnd(10)}  ${outcome.seconds} s  ${outcome.breaks}`);
}
const killed = outcomes.filter(({ result }) => result === 'killed').length;
say(`\n${killed} of ${outcomes.length} killed`);
const areAllKilled = killed === outcomes.length;
if (wanted.length > 0) process.exit(areAllKilled ? 0 : 1);
say(`Written to ${written()}`);
const { status } = spawnSync(node(), ['scripts/mutant-scores.mjs'], { cwd: root, stdio: 'inherit' });
process.exit(areAllKilled && status === 0 ? 0 : 1);

/** Copies the sources, and links the packages file by file, so that links to our own workspaces lead to the copy. */
function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'bijli-mutants-'));
  cpSync(root, folder, { recursive: true, filter: (path) => path !== DATA && !LEFT_OUT.has(basename(path)) });
  // The tests' database runs as another user, who must be able to read the folder.
  chmodSync(folder, 0o755);
  const { status, stderr } = spawnSync('cp', ['-al', join(root, 'node_modules'), folder], { encoding: 'utf8' });
  if (status !== 0) fail(`The packages could not be linked: ${stderr}`);
  return folder;
}

/**
 * Breaks a line, runs the test and restores the line. A run that fails without a failed test does not count, because
 * then the break did not change behaviour but stopped the run.
 */
function tryOut({ row, file, search, replacement, test }) {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  const times = whole.split(search).length - 1;
  if (times !== 1)
    return { result: 'no place', seconds: 0, seen: [`${JSON.stringify(search)} stands there ${times} times`] };
  writeFileSync(
    path,
    whole.replace(search, () => replacement),
  );
  const { isGreen, seconds, seen } = run([test]);
  writeFileSync(path, whole);
  if (isGreen) return { result: 'survived', seconds, seen };
  if (seen.length === 0) return { result: 'no test', seconds, seen };
  return { result: seen.some((title) => rowsNamedBy(title).includes(row)) ? 'killed' : 'missed', seconds, seen };
}

/** Runs test files in the copy. Returns the titles of the failed tests. */
function run(tests) {
  const report = join(copy, 'mutant.json');
  rmSync(report, { force: true });
  const started = Date.now();
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...tests,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { status, stdout, stderr } = spawnSync(node(), args, {
    cwd: copy,
    env: ownEnvironment(process.env),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
    timeout: MAX_RUN_MS,
  });
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const seen = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((one) => one.status === 'failed')
    .map(({ fullName }) => fullName);
  return { isGreen: status === 0, said: stdout + stderr, seconds: Math.round((Date.now() - started) / 1000), seen };
}

function written() {
  const day = new Date().toISOString().slice(0, 10);
  const folder = join(root, 'results');
  const file = join(folder, 'mutants.md');
  const line = ({ row, breaks, file: where, test, result, seen }) =>
    `| ${row} | ${breaks} | \`${where}\` | \`${test}\` | ${result} | ${seen.length} |`;
  mkdirSync(folder, { recursive: true });
  const figures = { date: day, seed, mutants: outcomes.length, killed };
  addRow(join(folder, 'over-time.md'), 'Results over time', 'npm run mutants', figures);
  writeFileSync(
    file,
    [
      `# Mutants of ${day}`,
      '',
      `${killed} of ${outcomes.length} killed, seed ${seed}. A mutant is killed when a test that names its row fails.`,
      '',
      ...Object.entries(passedOver).map(([id, why]) => `- ${id} was chosen and passed over: ${why}`),
      '',
      '| row | what is broken | where | test | result | tests that failed |',
      '|---|---|---|---|---|---|',
      ...outcomes.map(line),
      '',
    ].join('\n'),
  );
  return file;
}
