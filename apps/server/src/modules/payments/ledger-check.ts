import type { Database, Tx } from '#db/database.ts';
import type { Problem } from '#kernel/problem.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import * as store from './payments.store.ts';
import { openRefundsPaise } from './refunds.store.ts';

const PAGE = 1000;

/**
 * Proves, in one snapshot, that the ledger adds up, that every completed top-up was credited exactly once, for its
 * amount and to its driver, and that what is owed to payers is what is still to be refunded. Answers what does not;
 * empty when all is well.
 */
export async function ledgerCheck(
  database: Database,
  wallet: Wallet,
  more: (tx: Tx) => Promise<Problem[]> = async () => [],
): Promise<Problem[]> {
  return database.transaction(
    async (tx) => [
      ...(await wallet.problems(tx)),
      ...(await uncredited(tx, wallet)),
      ...(await unpaid(tx, wallet)),
      ...(await wronglyOwed(tx, wallet)),
      ...(await more(tx)),
    ],
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Paid top-ups without exactly one right credit. */
async function uncredited(tx: Tx, wallet: Wallet): Promise<Problem[]> {
  const problems: Problem[] = [];
  let last = '';
  for (;;) {
    const page = await store.paidTopUpsAfter(tx, last, PAGE);
    const credits = Map.groupBy(
      await wallet.topUpsFor(
        tx,
        page.map((intent) => intent.txnId),
      ),
      (credit) => credit.reference,
    );
    for (const intent of page) {
      const found = credits.get(intent.txnId) ?? [];
      const right = found.filter(
        (credit) => credit.amountPaise === intent.amountPaise && credit.driverId === intent.driverId,
      );
      if (found.length === 1 && right.length === 1) continue;
      const said =
        found.map((credit) => `${credit.amountPaise} paise to driver ${credit.driverId}`).join(', ') || 'nothing';
      problems.push({
        row: `payment_intents ${intent.txnId}`,
        problem: `${intent.amountPaise} paise of driver ${intent.driverId} were paid, but the ledger credits ${said}`,
      });
    }
    if (page.length < PAGE) return problems;
    last = page.at(-1)?.txnId ?? last;
  }
}

/** Credits in the ledger without a completed payment. */
async function unpaid(tx: Tx, wallet: Wallet): Promise<Problem[]> {
  const problems: Problem[] = [];
  let last = 0;
  for (;;) {
    const page = await wallet.topUpsAfter(tx, last, PAGE);
    const intents = await store.findIntents(
      tx,
      page.map((credit) => credit.reference),
    );
    for (const credit of page) {
      const state = intents.get(credit.reference)?.state;
      if (state === 'completed') continue;
      const problem = `it credits the payment ${credit.reference}, which is ${state ?? 'unknown'}`;
      problems.push({ row: `ledger_transfers ${credit.transferId}`, problem });
    }
    if (page.length < PAGE) return problems;
    last = page.at(-1)?.transferId ?? last;
  }
}

/** Refunds that are written down without the debt to their payer, or the other way round. */
async function wronglyOwed(tx: Tx, wallet: Wallet): Promise<Problem[]> {
  const [owed, open] = [await wallet.owedBack(tx), await openRefundsPaise(tx)];
  if (owed === open) return [];
  return [{ row: 'refunds', problem: `${open} paise are still to be refunded, but the ledger owes ${owed} paise` }];
}
