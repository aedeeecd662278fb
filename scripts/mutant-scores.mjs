// Do the tests of the rules notice? Breaks every place of the files where money and meters are decided, one at a time, and runs
// the tests that reach it. Fails when a file's share of noticed breaks is below the least. Writes what no test noticed to results/.
// `--pure` tries only the files whose tests need no database, which takes minutes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { say } from './prepare.mjs';
import { root } from './project.mjs';

const LEAST_PERCENT = 85;
const MODULES = 'apps/server/src/modules';
const PURE = [
  'charging/energy',
  'charging/meter-path',
  'charging/stop-plan',
  'charging/session-state',
  'payments/payment-state',
  'storefront/order-state',
];
const WITH_DATABASE = ['wallet/holds', 'payments/settle', 'charging/settlement'];

const { values } = parseArgs({ options: { pure: { type: 'boolean', default: false } } });
const groups = [['pure', PURE], ...(values.pure ? [] : [['database', WITH_DATABASE]])];
const results = [];
for (const [group, files] of groups) results.push(...(await tryOut(group, files)));

const scores = Map.groupBy(results, ({ fileName }) => fileName)
  .entries()
  .map(([file, mutants]) => scoreOf(file, mutants))
  .toArray();
for (const { file, percent, noticed, all } of scores)
  say(`  ${percent.toFixed(1).padStart(5)} %  ${noticed} of ${all}  ${file}`);
say(`Written to ${written()}`);
process.exit(scores.some(({ percent }) => percent < LEAST_PERCENT) ? 1 : 0);

/** The configuration of the tests is told by name, since those of a group need no others. */
async function tryOut(group, files) {
  const stryker = new Stryker({
    mutate: files.map((file) => `${MODULES}/${file}.ts`),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: `scripts/mutants.${group}.config.ts`, related: false },
    coverageAnalysis: 'perTest',
    reporters: ['progress-append-only'],
    concurrency: 2,
    tempDirName: 'test-results/mutants',
    // Only the compiler of old reads these files.
    tsconfigFile: 'none.json',
  });
  return stryker.runMutationTest();
}

function scoreOf(path, mutants) {
  const counted = mutants.filter(({ status }) => status !== 'CompileError' && status !== 'RuntimeError');
  const left = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const [all, noticed] = [counted.length, counted.length - left.length];
  return { file: relative(root, path), all, noticed, percent: (100 * noticed) / all, left };
}

function written() {
  const file = join(root, 'results', `mutant-scores-${new Date().toISOString().slice(0, 10)}.md`);
  const lineOf = ({ location, replacement, mutatorName }) =>
    `| ${location.start.line} | ${mutatorName} | \`${replacement.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')}\` |`;
  mkdirSync(join(root, 'results'), { recursive: true });
  writeFileSync(
    file,
    scores
      .flatMap(({ file: name, percent, noticed, all, left }) => [
        `## ${name}: ${percent.toFixed(1)} %, ${noticed} of ${all}`,
        '',
        '| line | kind | what nobody noticed |',
        '|---|---|---|',
        ...left.map(lineOf),
        '',
      ])
      .join('\n'),
  );
  return file;
}
