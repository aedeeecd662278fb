import { readFileSync } from 'node:fs';
import { importStations } from '#modules/network/index.ts';
import { onlyArgument, parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';

export const stationsImport: Command = {
  name: 'stations import',
  action: 'station.import',
  summary: 'Imports stations from a file',
  help: `npm run bijli -- stations import FILE [--dry-run]

Imports stations from a JSON file: in our own format (see apps/server/data/demo-stations.json), or an answer of
Open Charge Map's API. Rows that have not changed are left alone. An invalid row is named with its problem;
the others are imported.

  --dry-run   checks every row and writes nothing

Exit code: 0 if every row is valid, 1 if one was refused.`,

  parse(args) {
    const { values, positionals } = parseArguments(args, { 'dry-run': { type: 'boolean' } });
    const file = onlyArgument(positionals, 'file to import');
    const contents = readJson(file);
    const isDryRun = values['dry-run'] === true;
    return async ({ database, now, say, progress }) => {
      const { total, added, changed, unchanged, refused } = await importStations(database, now, contents, {
        isDryRun,
        onProgress: (done, all) => progress(`${done} of ${all} stations`),
      });
      for (const { row, id, problem } of refused) say(`row ${row}${id ? ` (${id})` : ''}: ${problem}`);
      say(
        `${total} stations: ${added} new, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused.` +
          (isDryRun ? ' Nothing was written.' : ''),
      );
      return refused.length > 0 ? 1 : 0;
    };
  },
};

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
