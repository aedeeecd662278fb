// `npm run test:full`: everything of `npm test` and all breadth, which takes more than an hour; `npm run test:full -- kills attacks`
// takes these parts alone. Writes what came of it to results/, named by the moment.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { PARTS, runAll } from './checks.mjs';
import { fail, say } from './prepare.mjs';
import { root } from './project.mjs';

const at = new Date().toISOString();
const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(PARTS, name));
if (unknown) fail(`There is no part ${unknown}. The parts: ${Object.keys(PARTS).join(', ')}.`);
const parts = named.length > 0 ? named : Object.keys(PARTS);
const outcomes = runAll(parts.flatMap((name) => PARTS[name]));
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
const folder = join(root, 'results');
const name = join(folder, [at.slice(0, 16).replace(':', '-'), ...named].join('-'));
mkdirSync(folder, { recursive: true });
writeFileSync(`${name}.json`, `${JSON.stringify({ at, machine, outcomes }, undefined, 2)}\n`);
writeFileSync(
  `${name}.md`,
  [
    `# Full test of ${at}${named.length > 0 ? `: ${named.join(', ')}` : ''}`,
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
