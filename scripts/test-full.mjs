// `npm run test:full`: runs everything of `npm test` and all longer tests, which takes more than an hour.
// `npm run test:full -- kills attacks` runs only these parts. It writes the latest outcomes to results/, and adds a row
// to the table over time. The page of all parts (results/full.md) says which parts it lacks or have run since.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fail, say } from './prepare.mjs';
import { root } from './project.mjs';
import { pageOfRun, withLaterRuns } from './results-pages.mjs';
import { PARTS, runAll } from './suites.mjs';
import { addRow } from './table-over-time.mjs';

const at = new Date().toISOString();
const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(PARTS, name));
if (unknown) fail(`There is no part ${unknown}. The parts: ${Object.keys(PARTS).join(', ')}.`);
const parts = named.length > 0 ? named : Object.keys(PARTS);
const partOf = new Map(parts.flatMap((part) => PARTS[part].map(({ title }) => [title, part])));
const outcomes = (await runAll(parts.flatMap((name) => PARTS[name]))).map((outcome) => ({
  ...outcome,
  part: partOf.get(outcome.title),
}));
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
const what = named.length > 0 ? named.join(', ') : 'all parts';
const folder = join(root, 'results');
const full = join(folder, 'full.md');
const file = named.length > 0 ? join(folder, `${named.join('-')}.md`) : full;
const sum = (field) => Math.round(outcomes.reduce((total, outcome) => total + outcome[field], 0));
mkdirSync(folder, { recursive: true });
writeFileSync(file, pageOfRun({ at, what, machine, outcomes }));
if (existsSync(full)) {
  const pages = readdirSync(folder).filter(
    (name) => name.endsWith('.md') && !['full.md', 'over-time.md'].includes(name),
  );
  const texts = pages.map((name) => readFileSync(join(folder, name), 'utf8'));
  writeFileSync(full, withLaterRuns(readFileSync(full, 'utf8'), texts, Object.keys(PARTS)));
}
addRow(join(folder, 'over-time.md'), 'Results over time', 'npm run test:full', {
  date: at.slice(0, 16).replace('T', ' '),
  machine,
  parts: what,
  passed: sum('passed'),
  failed: sum('failed'),
  seconds: sum('seconds'),
});
say(`Written to ${file}`);
process.exit(outcomes.some(({ failed }) => failed > 0) ? 1 : 0);
