import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './benchmark.ts';
import type { Machine } from './machine.ts';

const FOLDER = join(import.meta.dirname, '..', 'results');

/** Writes everything as JSON, and what a reader wants as a table of the same name. */
export function writeResults(
  machine: Machine,
  results: (Result & { name: string })[],
): { table: string; file: string } {
  const name = machine.at.slice(0, 16).replace(':', '-');
  const table = [
    `# ${machine.at}`,
    '',
    `${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}, load ${machine.loadBefore.toFixed(1)} before, commit ${machine.commit ?? 'none'}`,
    ...results.flatMap(tableOf),
    '',
  ].join('\n');
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify({ machine, results }, null, 1)}\n`);
  writeFileSync(join(FOLDER, `${name}.md`), table);
  return { table, file: join(FOLDER, `${name}.md`) };
}

function tableOf({ name, rows, durability, limit }: Result & { name: string }): string[] {
  return [
    '',
    `## ${name}`,
    '',
    `PostgreSQL ${Object.entries(durability)
      .map(([setting, value]) => `${setting} ${value}`)
      .join(', ')}`.replace('server_version ', ''),
    '',
    '| | min | median | max |',
    '|---|---|---|---|',
    ...rows.map(({ what, figures: { min, median, max } }) => `| ${what} | ${min} | ${median} | ${max} |`),
    '',
    limit,
  ];
}
