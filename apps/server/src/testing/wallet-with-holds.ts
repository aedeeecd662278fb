import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { creditTopUp } from '#modules/wallet/credit.ts';
import { createWallet } from '#modules/wallet/index.ts';
import { emptyTables } from './database.ts';

/**
 * Creates the only wallet of an empty ledger: ₹500, with three holds of ₹100 each, for a session that runs, one that is
 * paid and one that failed.
 */
export async function walletWithHolds(database: Database, clock: Clock): Promise<void> {
  const wallet = createWallet({ clock });
  await emptyTables(database, 'drivers', 'ledger_accounts', 'ledger_transfers', 'ledger_entries', 'holds');
  const [driver] = await database.insert(drivers).values({ mobile: '9876543210', createdAt: clock.now() }).returning();
  const driverId = driver?.id ?? 0;
  const payment = { provider: 'phonepe', providerPaymentId: 'OM1', txnId: 'T-1' } as const;
  const price = { taxablePaise: 5_000, cgstPaise: 450, sgstPaise: 450, igstPaise: 0, totalPaise: 5_900 };
  await database.transaction(async (tx) => {
    await creditTopUp(tx, { driverId, ...payment, amountPaise: 50_000 }, clock.now());
    for (const reference of ['B-OPEN', 'B-PAID', 'B-BACK'])
      await wallet.holdFunds(tx, { driverId, reference, amountPaise: 10_000 });
    await wallet.captureHold(tx, 'B-PAID', price);
    await wallet.releaseHold(tx, 'B-BACK');
  });
}
