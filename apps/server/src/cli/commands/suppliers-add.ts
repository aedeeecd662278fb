import { addSupplier } from '#modules/invoices/index.ts';
import { neededArgument, parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';

export const suppliersAdd: Command = {
  name: 'suppliers add',
  action: 'supplier.add',
  summary: 'Registers the supplier of tax invoices in a State',
  help: `npm run bijli -- suppliers add --state STATE --gstin GSTIN --name TEXT --address TEXT

Tax is due in the State of the station, so each State with stations needs its own GST registration. Without a supplier nothing can
be sold there. Each supplier has its own series of documents, such as EV27/2627/000001. A new supplier replaces the State's
earlier one. Issued documents keep the earlier one.

  --state     the State's name in GST, such as Maharashtra or "Tamil Nadu"
  --gstin     the supplier's registration in that State
  --name      its name on tax invoices
  --address   its place of business in that State`,

  parse(args) {
    const values = parseOptions(args, {
      state: { type: 'string' },
      gstin: { type: 'string' },
      name: { type: 'string' },
      address: { type: 'string' },
    });
    const supplier = {
      state: neededArgument(values.state, 'state'),
      gstin: neededArgument(values.gstin, 'gstin').toUpperCase(),
      name: neededArgument(values.name, 'name'),
      address: neededArgument(values.address, 'address'),
    };
    return async ({ database, now, say }) => {
      await addSupplier(database, supplier, now);
      say(`${supplier.name} (${supplier.gstin}) issues tax invoices in ${supplier.state} from now on.`);
      return 0;
    };
  },
};
