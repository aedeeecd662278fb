import { api } from '@bijli/contract/api';
import { rupees } from '@bijli/contract/money';
import type { HistoryEntry, PaymentOption } from '@bijli/contract/wallet';
import type { Database } from '#db/database.ts';
import type { Http } from '#http/handle.ts';
import type { Words } from '#kernel/words/en.ts';
import type { Spending, Wallet } from './index.ts';

/** A top-up as payments knows it, finished or not. */
export interface TopUpRecord {
  txnId: string;
  provider: PaymentOption;
  status: 'pending' | 'completed' | 'failed';
  amountPaise: number;
  at: Date;
}

/** Money of a top-up that goes back to how it was paid. */
export interface RefundRecord {
  refundId: string;
  status: 'pending' | 'completed' | 'failed';
  amountPaise: number;
  /** It had been credited, so it leaves the wallet; else it never was in it. */
  wasCredited: boolean;
  at: Date;
}

/** What the wallet screen shows of other modules. */
export interface WalletFacts {
  paymentOption: PaymentOption;
  topUps(driverId: number): Promise<TopUpRecord[]>;
  refunds(driverId: number): Promise<RefundRecord[]>;
  /** Station names by the references of charges. */
  stationNames(references: string[]): Promise<Map<string, string>>;
}

export function walletRoutes({ serve }: Http, database: Database, wallet: Wallet, facts: WalletFacts): void {
  serve(api.getWallet, async ({ driverId, query, words }) => {
    const [balance, history] = await Promise.all([
      wallet.balanceOf(database, driverId),
      query.history === 'true' ? historyOf(driverId, words) : [],
    ]);
    return {
      wallet: { balance: rupees(balance.freePaise), held: rupees(balance.heldPaise), payment_history: history },
      payment_option: facts.paymentOption,
    };
  });

  async function historyOf(driverId: number, words: Words): Promise<HistoryEntry[]> {
    const [topUps, refunds, spending] = await Promise.all([
      facts.topUps(driverId),
      facts.refunds(driverId),
      wallet.history(database, driverId),
    ]);
    const charges = spending.filter((each) => each.kind === 'charge').map((each) => each.reference);
    const stations = await facts.stationNames(charges);
    return [
      ...refunds.map((refund) => refundEntry(refund, words)),
      ...topUps.map((topUp) => topUpEntry(topUp, words)),
      ...spending.map((each) => spendingEntry(each, stations, words)),
    ].toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  }
}

function topUpEntry(topUp: TopUpRecord, words: Words): HistoryEntry {
  return {
    remark: words.history.topUp(),
    status: topUp.status,
    created_at: topUp.at.toISOString(),
    type: 'cr',
    source: topUp.provider,
    transaction_id: topUp.txnId,
    total_amount: rupees(topUp.amountPaise),
  };
}

function refundEntry(refund: RefundRecord, words: Words): HistoryEntry {
  return {
    remark: words.history.refund(),
    status: refund.status,
    created_at: refund.at.toISOString(),
    type: refund.wasCredited ? 'dr' : 'cr',
    source: 'refund',
    transaction_id: refund.refundId,
    total_amount: rupees(refund.amountPaise),
  };
}

function spendingEntry(spending: Spending, stations: Map<string, string>, words: Words): HistoryEntry {
  const isCharge = spending.kind === 'charge';
  return {
    remark: isCharge ? words.history.charge(stations.get(spending.reference) ?? '') : words.history.adjustment(),
    status: 'completed',
    created_at: spending.at.toISOString(),
    type: spending.amountPaise > 0 ? 'cr' : 'dr',
    source: isCharge ? 'wallet' : 'adjustment',
    transaction_id: spending.reference,
    total_amount: rupees(Math.abs(spending.amountPaise)),
  };
}
