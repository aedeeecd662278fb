import { operatorCases } from './operator-cases.ts';
import { operatorNetwork } from './operator-network.ts';
import { staff } from './staff.ts';

/** Every call of the operator's API, by name. Apart from `api`, so that drivers' pages load none of it. */
export const operatorApi = {
  ...staff,
  ...operatorNetwork,
  ...operatorCases,
};

export type OperatorApi = typeof operatorApi;
