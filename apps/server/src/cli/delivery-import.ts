import { importDeliveryTimes } from '#modules/storefront/index.ts';
import type { Command } from './command.ts';
import { readImport } from './read-import.ts';

export const deliveryImport: Command = {
  name: 'delivery import',
  action: 'delivery.import',
  summary: 'Takes how long deliveries take, by pincode, from a file',
  help: `npm run bijli -- delivery import FILE [--dry-run]

Takes times of delivery from a CSV file with a heading row, or from a JSON file: a list of objects. They take the
place of those that were there; a file without rows leaves none, and the shop then says nothing of delivery.
Columns: zone (its name, for the operator), prefixes (beginnings of pincodes, separated by |; the longest that fits
counts), days_from and days_to (days after the payment).
Every row is looked at first: when one cannot be taken it is named with what is wrong, and nothing is written.

  --dry-run   looks at every row and writes nothing

Exit code: 0 when the file was taken, 1 when a row was refused.`,

  read(args) {
    const { rows, isDryRun } = readImport(args, 'zones');
    return async ({ database, now, say }) => {
      const { zones, prefixes, refused } = await importDeliveryTimes(database, rows, { now, isDryRun });
      for (const { row, problem } of refused) say(`row ${row}: ${problem}`);
      const hasWritten = !isDryRun && refused.length === 0;
      say(
        `${zones} zones with ${prefixes} beginnings of pincodes, ${refused.length} refused.${hasWritten ? '' : ' Nothing was written.'}`,
      );
      return refused.length > 0 ? 1 : 0;
    };
  },
};
