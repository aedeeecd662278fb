import { stateCode } from '@bijli/contract/state-codes';
import type { Supplier } from './suppliers.store.ts';

/** A series of a supplier's documents: with the State's code, such as EV29, so that no two States share one. */
export function documentSeries(kind: string, { gstin, state, plainSeriesUntil }: Supplier, year: string): string {
  const goesOn = plainSeriesUntil !== null && year <= plainSeriesUntil;
  return goesOn ? kind : `${kind}${stateCode(state) ?? gstin.slice(0, 2)}`;
}
