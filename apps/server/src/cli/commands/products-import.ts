import { importProducts } from '#modules/storefront/index.ts';
import type { Command } from '../command.ts';
import { readImport } from '../read-import.ts';

export const productsImport: Command = {
  name: 'products import',
  action: 'product.import',
  summary: 'Imports products and their stock from a file',
  help: `npm run bijli -- products import FILE [--dry-run]

Imports products from a CSV file with a heading row, or from a JSON file with a list of objects.
Columns: sku, name, use, description, category (ac, dc, accessory, service), price and discount_price
(rupees with GST), max_output (kW), stock, images, connectors, colours, specification (several values
separated by |), hsn, gst_rate (percent), warranty_months, delivery_days_from and delivery_days_to (days after the
payment; of a service, until the visit), demo. An existing SKU is changed.
name_hi, use_hi, description_hi, specification_hi, colours_hi: the same in Hindi, all of them or none; a list has as
many entries as in English.
stock: units that nobody has paid for; the import subtracts the units reserved for unpaid orders. Without this column
a product keeps its stock.
Every row is checked first. If one is invalid, it is named with its problem, and nothing is written.

  --dry-run   checks every row and writes nothing

Exit code: 0 if the file was imported, 1 if a row was refused.`,

  parse(args) {
    const { rows, isDryRun } = readImport(args, 'products');
    return async ({ database, say }) => {
      const { total, added, changed, unchanged, refused } = await importProducts(database, rows, { isDryRun });
      for (const { row, sku, problem } of refused) say(`row ${row}${sku ? ` (${sku})` : ''}: ${problem}`);
      const hasWritten = !isDryRun && refused.length === 0;
      say(
        `${total} products: ${added} new, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused.` +
          (hasWritten ? '' : ' Nothing was written.'),
      );
      return refused.length > 0 ? 1 : 0;
    };
  },
};
