import { addSupplier, listSuppliers } from '#modules/invoices/index.ts';
import { neededArgument, readArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { utcDay } from './utc-times.ts';

export const suppliersAdd: Command = {
  name: 'suppliers add',
  action: 'supplier.add',
  summary: 'Registers who issues tax invoices in a State',
  help: `npm run bijli -- suppliers add --state STATE --gstin GSTIN --name TEXT --address TEXT

Nothing can be sold at a station in a State without a supplier: tax is due where the supply is made from, so each State with
stations needs a registration of its own. Documents of each have their own series, such as EV27/2627/000001.
A State that has a supplier gets this one in its place; what was issued keeps the one before.

  --state     as GST writes it, such as Maharashtra or "Tamil Nadu"
  --gstin     its registration in that State
  --name      as the tax invoice names it
  --address   of its place of business in that State`,

  read(args) {
    const { values } = readArguments(args, {
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

export const suppliersList: Command = {
  name: 'suppliers list',
  summary: 'Lists who issues tax invoices, by State',
  help: 'npm run bijli -- suppliers list',

  read(args) {
    readArguments(args, {});
    return async ({ database, say }) => {
      for (const { state, gstin, name, address, since, until } of await listSuppliers(database)) {
        const ended = until ? ` until ${utcDay(until)}` : '';
        say(`${state.padEnd(28)} ${gstin}  ${name}, ${address}; since ${utcDay(since)}${ended}`);
      }
      return 0;
    };
  },
};
