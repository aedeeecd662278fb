import { importDeliveryTimes } from '#modules/storefront/index.ts';
import type { Command } from '../command.ts';
import { readImport } from '../read-import.ts';

export const deliveryImport: Command = {
  name: 'delivery import',
  action: 'delivery.import',
  summary: 'Imports delivery times by pincode from a file',
  help: `npm run bijli -- delivery import FILE [--dry-run]

Imports delivery times from a CSV file with a heading row, or from a JSON file with a list of objects. They replace the
existing ones. After a file without rows the shop shows no delivery times.
Columns: zone (a name for the operator), prefixes (beginnings of pincodes, separated by |; the longest match counts),
days_from and days_to (days after the payment).
Every row is checked first. If one is invalid, it is named with its problem, and nothing is written.

  --dry-run   checks every row and writes nothing

Exit code: 0 if the file was imported, 1 if a row was refused.`,

  parse(args) {
    const { rows, isDryRun } = readImport(args, 'zones');
    return async ({ database, now, say }) => {
      const { zones, prefixes, refused } = await importDeliveryTimes(database, rows, { now, isDryRun });
      for (const { row, problem } of refused) say(`row ${row}: ${problem}`);
      const hasWritten = !isDryRun && refused.length === 0;
      say(
        `${zones} zones with ${prefixes} prefixes of pincodes, ${refused.length} refused.${hasWritten ? '' : ' Nothing was written.'}`,
      );
      return refused.length > 0 ? 1 : 0;
    };
  },
};
