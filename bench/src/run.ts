import type { Benchmark } from './benchmark.ts';
import { bigTables } from './benchmarks/big-tables.ts';
import { demoFleet } from './benchmarks/demo-fleet.ts';
import { demoWeek } from './benchmarks/demo-week.ts';
import { frameToEvent } from './benchmarks/frame-to-event.ts';
import { idleLinks } from './benchmarks/idle-links.ts';
import { mapPins } from './benchmarks/map-pins.ts';
import { memory } from './benchmarks/memory.ts';
import { messageLog } from './benchmarks/message-log.ts';
import { meterValues } from './benchmarks/meter-values.ts';
import { migration } from './benchmarks/migration.ts';
import { nodesFrameToEvent } from './benchmarks/nodes-frame-to-event.ts';
import { restart } from './benchmarks/restart.ts';
import { scale } from './benchmarks/scale.ts';
import { shop } from './benchmarks/shop.ts';
import { slowNetwork } from './benchmarks/slow-network.ts';
import { wallet } from './benchmarks/wallet.ts';
import { windowQuery } from './benchmarks/window-query.ts';
import { machine } from './measuring/machine.ts';
import { writeResults } from './results.ts';

/**
 * `npm run bench [name …]`: runs all benchmarks or the named ones. To add one, add a file to `benchmarks` and a line to
 * this list.
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
