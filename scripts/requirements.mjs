// `npm run requirements`: lists the rows of docs/requirements.md that the last `npm test` has proven. It fails if one
// is not proven. If a system program is missing, rows whose tests need it are listed but do not count as missing.
// `-- --without SHOP,ORDER` leaves areas out; `-- --from FOLDER` reads results from another folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, say } from './prepare.mjs';
import { root } from './project.mjs';
import { allRows, areaOf, rowsNamedBy } from './requirement-rows.mjs';

/** A title with more ids than this claims more than one test can show. */
const MAX_IDS = 3;

/** System programs without which some tests are skipped. */
const PROGRAMS = ['nats-server', 'haproxy'];

/** What each outcome in the reports means for a row. */
const OUTCOMES = { passed: 'covered', failed: 'failing', skipped: 'skipped', pending: 'skipped' };
/** If a row has several tests, the outcome with the highest rank counts. */
const RANK = { missing: 0, skipped: 1, covered: 2, failing: 3 };

const { values } = parseArgs({
  options: {
    without: { type: 'string', default: '' },
    from: { type: 'string', default: join(root, 'test-results') },
  },
});
const without = new Set(values.without.split(',').filter(Boolean));

const rows = allRows().filter((id) => !without.has(areaOf(id)));

const tests = [...unitTests(), ...inBrowser('journeys.json')];
if (tests.length === 0) fail('There are no test results: run `npm test` first.');

const proven = new Map(rows.map((id) => [id, 'missing']));
const tooMany = [];
for (const { title, status } of tests) {
  const ids = rowsNamedBy(title);
  if (new Set(ids).size > MAX_IDS) tooMany.push(title);
  for (const id of ids) {
    if (!proven.has(id)) continue;
    const state = proven.get(id);
    if (RANK[status] > RANK[state]) proven.set(id, status);
  }
}

const areas = grouped(rows);
say(`${'area'.padEnd(10)} ${'covered'.padStart(8)} ${'failing'.padStart(8)} ${'missing'.padStart(8)}`);
for (const [area, ids] of areas) {
  const count = (state) => String(ids.filter((id) => proven.get(id) === state).length).padStart(8);
  const open = ids.filter((id) => proven.get(id) !== 'covered');
  say(`${area.padEnd(10)} ${count('covered')} ${count('failing')} ${count('missing')}   ${open.join(' ')}`);
}
for (const title of tooMany) say(`more than ${MAX_IDS} rows in one title: ${title}`);
const open = rows.filter((id) => proven.get(id) !== 'covered');
const lacking = PROGRAMS.filter((program) => spawnSync(program, ['-v']).error !== undefined);
const unseen = lacking.length > 0 ? open.filter((id) => proven.get(id) === 'skipped') : [];
say(`\n${rows.length - open.length} of ${rows.length} rows are proven.`);
if (unseen.length > 0) say(`Skipped here, without ${lacking.join(' and ')}: ${unseen.join(' ')}`);
process.exit(open.length > unseen.length || tooMany.length > 0 ? 1 : 0);

function grouped(ids) {
  const groups = new Map();
  for (const id of ids) groups.set(areaOf(id), [...(groups.get(areaOf(id)) ?? []), id]);
  return groups;
}

function read(name) {
  const file = join(values.from, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Tests marked todo or fixme do not count. */
function unitTests() {
  return (read('unit.json')?.testResults ?? [])
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => Object.hasOwn(OUTCOMES, status))
    .map(({ fullName, status }) => ({ title: fullName, status: OUTCOMES[status] }));
}

function inBrowser(file) {
  const inside = (suite) => [
    ...(suite.specs ?? []).map((spec) => ({
      title: spec.title,
      status: spec.ok ? 'covered' : 'failing',
      skipped: spec.tests.every(({ status }) => status === 'skipped'),
    })),
    ...(suite.suites ?? []).flatMap(inside),
  ];
  return (read(file)?.suites ?? []).flatMap(inside).filter(({ skipped }) => !skipped);
}
