import { desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '#modules/ledger/ledger.tables.ts';
import { holds } from './wallet.tables.ts';

/** The driver's accounts, their movements, and holds, for the export of personal data. */
export async function walletData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  const own = eq(ledgerAccounts.driverId, driverId);
  return {
    ledger_accounts: await tx
      .select({ account: ledgerAccounts.kind, balance_paise: ledgerAccounts.balancePaise })
      .from(ledgerAccounts)
      .where(own)
      .orderBy(ledgerAccounts.kind),
    ledger_entries: await tx
      .select({
        at: ledgerTransfers.at,
        account: ledgerAccounts.kind,
        kind: ledgerTransfers.kind,
        reference: ledgerTransfers.reference,
        amount_paise: ledgerEntries.amountPaise,
        balance_paise: ledgerEntries.balancePaise,
      })
      .from(ledgerEntries)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
      .where(own)
      .orderBy(desc(ledgerEntries.id))
      .limit(limit),
    holds: await tx
      .select({
        reference: holds.reference,
        amount_paise: holds.amountPaise,
        state: holds.state,
        captured_paise: holds.capturedPaise,
        held_at: holds.heldAt,
        resolved_at: holds.resolvedAt,
      })
      .from(holds)
      .where(eq(holds.driverId, driverId))
      .orderBy(desc(holds.heldAt))
      .limit(limit),
  };
}
