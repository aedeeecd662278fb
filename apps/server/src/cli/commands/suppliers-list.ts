import { listSuppliers } from '#modules/invoices/index.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { utcDay } from '../utc-times.ts';

export const suppliersList: Command = {
  name: 'suppliers list',
  summary: 'Lists suppliers by State',
  help: 'npm run bijli -- suppliers list',

  parse(args) {
    parseOptions(args, {});
    return async ({ database, say }) => {
      for (const { state, gstin, name, address, since, until } of await listSuppliers(database)) {
        const ended = until ? ` until ${utcDay(until)}` : '';
        say(`${state.padEnd(28)} ${gstin}  ${name}, ${address}; since ${utcDay(since)}${ended}`);
      }
      return 0;
    };
  },
};
