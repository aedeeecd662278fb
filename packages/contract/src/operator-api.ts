import { chargerCommands } from './charger-commands.ts';
import { operatorCases } from './operator-cases.ts';
import { operatorFaults } from './operator-faults.ts';
import { operatorFiles } from './operator-files.ts';
import { operatorMoney } from './operator-money.ts';
import { operatorNetwork } from './operator-network.ts';
import { operatorTokens } from './operator-tokens.ts';
import { staff } from './staff.ts';

/** Every call of the operator's API, by name. Apart from `api`, so that drivers' pages load none of it. */
export const operatorApi = {
  ...staff,
  ...operatorNetwork,
  ...operatorCases,
  ...operatorFaults,
  ...operatorFiles,
  ...operatorMoney,
  ...operatorTokens,
  ...chargerCommands,
};

export type OperatorApi = typeof operatorApi;
