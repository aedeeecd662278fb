import { api } from '@bijli/contract/api';
import { rupees } from '@bijli/contract/money';
import type { HistoryEntry } from '@bijli/contract/wallet';
import type { Database } from '#db/database.ts';
import { takePage, newestFirst, pageOf, type Page } from '#db/pagination.ts';
import type { Http } from '#http/calls/serve.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { WalletMovement, TopUps, Wallet } from './index.ts';

type TopUp = Awaited<ReturnType<TopUps['listOfDriver']>>[number];
type Refund = Awaited<ReturnType<TopUps['listRefundsOfDriver']>>[number];

/** What the wallet screen shows of sessions. */
export interface WalletPorts {
  /** Station names by the references of sessions. */
  listStationNames(references: string[]): Promise<Map<string, string>>;
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
      wallet.readBalance(database, driverId),
      query.history === 'true' ? listHistory(driverId, pageOf(query), messages) : { payment_history: [] },
    ]);
    return {
      wallet: { balance: rupees(balance.freePaise), held: rupees(balance.heldPaise), ...history },
      payment_option: topUps.provider,
    };
  });

  /** Reads a full page of each kind. Together they are cut to one page. */
  async function listHistory(
    driverId: number,
    page: Page,
    messages: Messages,
  ): Promise<{ payment_history: HistoryEntry[]; next?: string }> {
    const [toppedUp, refunded, spendings] = await Promise.all([
      topUps.listOfDriver(driverId, page),
      topUps.listRefundsOfDriver(driverId, page),
      wallet.listMovementsOfDriver(database, driverId, page),
    ]);
    const sessions = spendings.filter((each) => each.kind === 'session').map((each) => each.reference);
    const stations = await ports.listStationNames(sessions);
    const all = [
      ...refunded.map((one) => ({ at: one.at, id: one.positionId, entry: refundEntry(one, messages) })),
      ...toppedUp.map((one) => ({ at: one.at, id: one.positionId, entry: topUpEntry(one, messages) })),
      ...spendings.map((one) => ({ at: one.at, id: one.positionId, entry: movementEntry(one, stations, messages) })),
    ];
    const { rows, next } = takePage(all.toSorted(newestFirst), page, ({ at, id }) => ({ at, id }));
    return { payment_history: rows.map(({ entry }) => entry), ...(next && { next }) };
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

function movementEntry(spending: WalletMovement, stations: Map<string, string>, messages: Messages): HistoryEntry {
  const isSession = spending.kind === 'session';
  return {
    remark: isSession ? messages.history.charge(stations.get(spending.reference) ?? '') : messages.history.adjustment(),
    status: 'completed',
    created_at: spending.at.toISOString(),
    type: spending.amountPaise > 0 ? 'cr' : 'dr',
    source: isSession ? 'wallet' : 'adjustment',
    transaction_id: spending.reference,
    total_amount: rupees(Math.abs(spending.amountPaise)),
  };
}
