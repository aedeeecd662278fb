import { invoicesCheck } from '#modules/invoices/index.ts';
import type { LedgerCheckPart } from '#modules/ledger/index.ts';
import { paymentsCheck } from '#modules/payments/index.ts';
import { sessionsCheck } from '#modules/sessions/index.ts';
import { storefrontCheck } from '#modules/storefront/index.ts';
import { topUpsCheck, walletCheck } from '#modules/wallet/index.ts';

/** What each module adds to the ledger check, in the order of its output. */
export const LEDGER_PARTS: readonly LedgerCheckPart[] = [
  walletCheck,
  topUpsCheck,
  paymentsCheck,
  sessionsCheck,
  storefrontCheck,
  invoicesCheck,
];
