import { api } from '@bijli/contract/api';
import { rupees } from '@bijli/contract/money';
import type { HistoryEntry } from '@bijli/contract/wallet';
import type { Database } from '#db/database.ts';
import type { Http } from '#http/serve.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { Spending, TopUps, Wallet } from './index.ts';

type TopUp = Awaited<ReturnType<TopUps['listOfDriver']>>[number];
type Refund = Awaited<ReturnType<TopUps['listRefundsOfDriver']>>[number];

/** What the wallet screen shows of sessions. */
export interface WalletPorts {
  /** Station names by the references of sessions. */
  stationNames(references: string[]): Promise<Map<string, string>>;
}

interface WalletRoutesOptions {
  database: Database;
  wallet: Wallet;
  topUps: TopUps;
}

export function walletRoutes(
  { serve }: Http,
  { database, wallet, topUps }: WalletRoutesOptions,
  ports: WalletPorts,
): void {
  serve(api.getWallet, async ({ driverId, query, messages }) => {
    const [balance, history] = await Promise.all([
      wallet.balanceOf(database, driverId),
      query.history === 'true' ? historyOf(driverId, messages) : [],
    ]);
    return {
      wallet: { balance: rupees(balance.freePaise), held: rupees(balance.heldPaise), payment_history: history },
      payment_option: topUps.provider,
    };
  });

  async function historyOf(driverId: number, messages: Messages): Promise<HistoryEntry[]> {
    const [toppedUp, refunded, spendings] = await Promise.all([
      topUps.listOfDriver(driverId),
      topUps.listRefundsOfDriver(driverId),
      wallet.listSpendingsOfDriver(database, driverId),
    ]);
    const charges = spendings.filter((each) => each.kind === 'charge').map((each) => each.reference);
    const stations = await ports.stationNames(charges);
    return [
      ...refunded.map((refund) => refundEntry(refund, messages)),
      ...toppedUp.map((topUp) => topUpEntry(topUp, messages)),
      ...spendings.map((each) => spendingEntry(each, stations, messages)),
    ].toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  }
}

function topUpEntry(topUp: TopUp, messages: Messages): HistoryEntry {
  return {
    remark: messages.history.topUps[topUp.status](),
    status: topUp.status,
    ...(topUp.isCancelled && { cancelled: true as const }),
    created_at: topUp.at.toISOString(),
    type: 'cr',
    source: topUp.provider,
    transaction_id: topUp.txnId,
    total_amount: rupees(topUp.amountPaise),
  };
}

function refundEntry(refund: Refund, messages: Messages): HistoryEntry {
  return {
    remark: messages.history.refund(),
    status: refund.status,
    created_at: refund.at.toISOString(),
    type: refund.wasCredited ? 'dr' : 'cr',
    source: 'refund',
    transaction_id: refund.refundId,
    total_amount: rupees(refund.amountPaise),
  };
}

function spendingEntry(spending: Spending, stations: Map<string, string>, messages: Messages): HistoryEntry {
  const isCharge = spending.kind === 'charge';
  return {
    remark: isCharge ? messages.history.charge(stations.get(spending.reference) ?? '') : messages.history.adjustment(),
    status: 'completed',
    created_at: spending.at.toISOString(),
    type: spending.amountPaise > 0 ? 'cr' : 'dr',
    source: isCharge ? 'wallet' : 'adjustment',
    transaction_id: spending.reference,
    total_amount: rupees(Math.abs(spending.amountPaise)),
  };
}
