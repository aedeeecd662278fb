import { stateOfGstin } from '@bijli/contract/state-codes';
import type { SupplyKind } from '@bijli/contract/taxed-amount';

/** The facts that decide the place of supply. */
export interface TaxableSupply {
  of: 'charging' | 'goods' | 'installed_goods' | 'installation';
  /** State in which the issuing supplier is registered. For charging, it is the State of the station. */
  supplierState: string;
  /** GSTIN of the payer, if there is one. */
  payerGstin?: string | undefined;
  /** State of the payer's address, if we have it on record. */
  payerState?: string | undefined;
  /** State where goods are delivered or work is done. */
  siteState?: string | undefined;
}

export interface PlaceOfSupply {
  state: string;
  /** Which taxes are due (IGST Act, sections 7 and 8). */
  kind: SupplyKind;
  /** Section of the IGST Act, 2017. */
  section: string;
}

interface Case {
  of: TaxableSupply['of'];
  section: string;
  /** Undefined if the case does not apply. */
  state(supply: TaxableSupply): string | undefined;
}

/**
 * The first case that applies decides. A delivery to a pincode of no known State is taken for one in the supplier's.
 */
const CASES: readonly Case[] = [
  // Charging is one service, energy included. A registered payer is supplied where they are registered …
  { of: 'charging', section: '12(2)(a)', state: ({ payerGstin }) => payerGstin && stateOfGstin(payerGstin) },
  // … any other at the address on record, and without one where the supplier is.
  { of: 'charging', section: '12(2)(b)(i)', state: ({ payerState }) => payerState },
  { of: 'charging', section: '12(2)(b)(ii)', state: ({ supplierState }) => supplierState },
  // Goods are supplied where their movement ends; to unregistered buyers at the address on the invoice, which is the
  // same.
  { of: 'goods', section: '10(1)(a)', state: ({ payerGstin, siteState }) => payerGstin && siteState },
  { of: 'goods', section: '10(1)(ca)', state: ({ siteState, supplierState }) => siteState ?? supplierState },
  // Goods that we install, and work on a building, are supplied at the site, whoever pays.
  { of: 'installed_goods', section: '10(1)(d)', state: ({ siteState, supplierState }) => siteState ?? supplierState },
  { of: 'installation', section: '12(3)(a)', state: ({ siteState, supplierState }) => siteState ?? supplierState },
];

/** Decides the place of supply, and so which taxes apply. */
export function placeOfSupply(supply: TaxableSupply): PlaceOfSupply {
  for (const { of, section, state: stateIn } of CASES) {
    const state = of === supply.of ? stateIn(supply) : undefined;
    if (state) return { state, kind: state === supply.supplierState ? 'intra_state' : 'inter_state', section };
  }
  throw new Error(`The place of supply of ${supply.of} cannot be told.`);
}
