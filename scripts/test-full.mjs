// `npm run test:full`: everything of `npm test`, every screen in every theme, language and width, the long race for
// the last unit, Lighthouse, and the benchmark of a map window. Writes what came of it to results/, named by the moment.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { FULL, runAll } from './checks.mjs';
import { say } from './prepare.mjs';
import { root } from './project.mjs';

const at = new Date().toISOString();
const outcomes = runAll(FULL);
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
const folder = join(root, 'results');
const name = join(folder, at.slice(0, 16).replace(':', '-'));
mkdirSync(folder, { recursive: true });
writeFileSync(`${name}.json`, `${JSON.stringify({ at, machine, outcomes }, undefined, 2)}\n`);
writeFileSync(
  `${name}.md`,
  [
    `# Full test of ${at}`,
    '',
    machine,
    '',
    '| what | passed | failed | seconds |',
    '|---|---|---|---|',
    ...outcomes.map(({ title, passed, failed, seconds }) => `| ${title} | ${passed} | ${failed} | ${seconds} |`),
    '',
  ].join('\n'),
);
say(`Written to ${name}.md`);
process.exit(outcomes.some(({ failed }) => failed > 0) ? 1 : 0);
