import type { Tx } from '#db/database.ts';
import { postTransfer, type Line } from '#modules/ledger/index.ts';
import type { Refund } from './refunds.store.ts';

type PostedRefund = Pick<Refund, 'refundId' | 'txnId' | 'provider' | 'amountPaise'>;

/** Posts a refund as payable to the payer, taken from these lines. */
export async function postPayable(
  tx: Tx,
  { refundId, txnId, amountPaise }: Omit<PostedRefund, 'provider'>,
  from: Line[],
  at: Date,
) {
  const lines: Line[] = [...from, { account: { kind: 'refunds_payable' }, amountPaise }];
  await postTransfer(tx, { idempotencyKey: `owe:${refundId}`, kind: 'refund', reference: txnId, at, lines });
}

/** Posts that the provider has paid out a refund. */
export async function postPaidOut(
  tx: Tx,
  { refundId, txnId, provider, amountPaise }: PostedRefund,
  at: Date,
): Promise<void> {
  const lines: Line[] = [
    { account: { kind: 'refunds_payable' }, amountPaise: -amountPaise },
    providerLine(provider, amountPaise),
  ];
  await postTransfer(tx, { idempotencyKey: `refund:${refundId}`, kind: 'refund', reference: txnId, at, lines });
}

export function providerLine(provider: Refund['provider'], amountPaise: number): Line {
  return { account: { kind: `provider:${provider}` }, amountPaise };
}
