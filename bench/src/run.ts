import type { Benchmark } from './benchmark.ts';
import { bigTables } from './big-tables.ts';
import { demoFleet } from './demo-fleet.ts';
import { demoWeek } from './demo-week.ts';
import { frameToEvent } from './frame-to-event.ts';
import { idleLinks } from './idle-links.ts';
import { machine } from './machine.ts';
import { mapPins } from './map-pins.ts';
import { memory } from './memory.ts';
import { messageLog } from './message-log.ts';
import { meterValues } from './meter-values.ts';
import { migration } from './migration.ts';
import { nodesFrameToEvent } from './nodes-frame-to-event.ts';
import { restart } from './restart.ts';
import { writeResults } from './results.ts';
import { scale } from './scale.ts';
import { shop } from './shop.ts';
import { slowNetwork } from './slow-network.ts';
import { wallet } from './wallet.ts';
import { windowQuery } from './window-query.ts';

/**
 * `npm run bench [name …]`: runs all benchmarks or the named ones. To add one, add a file here and a line in this list.
 */
const BENCHMARKS: Record<string, Benchmark> = {
  'meter-values': meterValues,
  'frame-to-event': frameToEvent,
  'nodes-frame-to-event': nodesFrameToEvent,
  'window-query': windowQuery,
  'map-pins': mapPins,
  'slow-network': slowNetwork,
  'demo-fleet': demoFleet,
  'demo-week': demoWeek,
  'big-tables': bigTables,
  'idle-links': idleLinks,
  'message-log': messageLog,
  migration,
  memory,
  restart,
  scale,
  wallet,
  shop,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BENCHMARKS);
const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(1);
}

const startedAt = new Date();
const results = [];
for (const name of names) {
  console.log(`\n${name}`);
  const benchmark = BENCHMARKS[name];
  if (benchmark) results.push({ name, ...(await benchmark((line) => console.log(`  ${line}`))) });
}
console.log(`\n${writeResults(machine(startedAt), results)}`);
for (const { name, broken } of results) {
  if (!broken) continue;
  console.error(`${name}: ${broken}`);
  process.exitCode = 1;
}
