import { operatorCases } from './operator-cases.ts';
import { operatorCommands } from './operator-commands.ts';
import { operatorComplaints } from './operator-complaints.ts';
import { operatorFaults } from './operator-faults.ts';
import { operatorFiles } from './operator-files.ts';
import { operatorMoney } from './operator-money.ts';
import { operatorNetwork } from './operator-network.ts';
import { operatorTokens } from './operator-tokens.ts';
import { staff } from './staff.ts';

/** All calls of the operator's API, by name. They are not in `api`, so that drivers' pages do not load them. */
export const operatorApi = {
  ...staff,
  ...operatorNetwork,
  ...operatorCases,
  ...operatorComplaints,
  ...operatorFaults,
  ...operatorFiles,
  ...operatorMoney,
  ...operatorTokens,
  ...operatorCommands,
};

export type OperatorApi = typeof operatorApi;
