import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addRow } from '../../scripts/table-over-time.mjs';
import type { Result } from './benchmark.ts';
import type { Machine } from './measuring/machine.ts';
import type { Spread } from './measuring/statistics.ts';

const FOLDER = join(import.meta.dirname, '..', 'results');

type Named = Result & { name: string };

/**
 * Writes the latest run of each benchmark: all figures as JSON, and the main ones as a table with the same name. Rows
 * that are compared over time are added to `over-time.md`. Returns the tables.
 */
export function writeResults(machine: Machine, results: Named[]): string {
  mkdirSync(FOLDER, { recursive: true });
  const tables = results.map((result) => {
    const table = [`# ${result.name}`, '', `${machine.at}: ${where(machine)}`, ...tableOf(result), ''].join('\n');
    writeFileSync(join(FOLDER, `${result.name}.json`), `${JSON.stringify({ machine, ...result }, null, 1)}\n`);
    writeFileSync(join(FOLDER, `${result.name}.md`), table);
    addRow(join(FOLDER, 'over-time.md'), 'Benchmarks over time: median (min–max)', result.name, rowOf(machine, result));
    return table;
  });
  return tables.join('\n');
}

function where({ cpu, cores, system, node, loadBefore, commit }: Machine): string {
  return `${cpu}, ${cores} cores, ${system}, Node ${node}, load ${loadBefore.toFixed(1)} before, commit ${commit ?? 'none'}`;
}

function rowOf({ at, cpu, cores, loadBefore, commit }: Machine, { rows }: Named): Record<string, string> {
  const compared = rows.filter(({ overTime }) => overTime);
  return {
    date: at.slice(0, 16).replace('T', ' '),
    commit: commit ?? '—',
    machine: `${cores} × ${cpu}`,
    'load before': loadBefore.toFixed(1),
    ...Object.fromEntries(compared.map(({ what, figures }) => [what, spreadText(figures)])),
  };
}

function spreadText({ min, median, max }: Spread): string {
  return min === max ? String(median) : `${median} (${min}–${max})`;
}

function tableOf({ rows, durability, limit }: Named): string[] {
  return [
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
