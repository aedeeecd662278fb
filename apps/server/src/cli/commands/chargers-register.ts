import type { Command } from '../command.ts';
import { chargersAdd } from './chargers-add.ts';

/** The command's name in the previous release. */
export const chargersRegister: Command = {
  ...chargersAdd,
  name: 'chargers register',
  summary: 'Old name of chargers add; removed in the next release',
  help: chargersAdd.help.replace('chargers add', 'chargers register'),
};
