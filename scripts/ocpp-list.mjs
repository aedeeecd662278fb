// `npm run ocpp:list`: lists each operation of OCPP 1.6 and its security extension, and each demand of the security
// profiles, with the tests that prove it. The results are those of the last `npm test`; `-- --from FILE` reads others
// (`npm run unit -- apps/server/src/adapters/ocpp --reporter=json --outputFile=FILE`). It fails if one has no test or a
// test that does not pass.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, say } from './prepare.mjs';
import { root } from './project.mjs';
import { allRows, areaOf, rowsNamedBy } from './requirement-rows.mjs';

const { values } = parseArgs({
  options: { from: { type: 'string', default: join(root, 'test-results', 'unit.json') } },
});
if (!existsSync(values.from)) fail(`There is no ${values.from}: run \`npm test\` first.`);
const results = JSON.parse(readFileSync(values.from, 'utf8')).testResults.flatMap((file) => file.assertionResults);

let open = 0;
for (const row of allRows().filter((id) => ['OCPP-16', 'OCPP-SEC'].includes(areaOf(id)))) {
  const own = results.filter(
    ({ fullName, status }) => (status === 'passed' || status === 'failed') && rowsNamedBy(fullName).includes(row),
  );
  const failing = own.filter(({ status }) => status === 'failed').length;
  const isProven = own.length > 0 && failing === 0;
  if (!isProven) open += 1;
  say(
    `${isProven ? 'proven' : 'OPEN  '} ${row.replace('OCPP-16-', '').padEnd(34)} ${own.length} tests, ${failing} failing`,
  );
}
say(`\n${open === 0 ? 'All are proven.' : `${open} are open.`}`);
process.exit(open > 0 ? 1 : 0);
