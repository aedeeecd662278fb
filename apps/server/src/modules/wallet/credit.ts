import type { ProviderName } from '@bijli/contract/wallet';
import type { Tx } from '#db/database.ts';
import { postTransfer } from '#modules/ledger/index.ts';

export interface TopUp {
  driverId: number;
  provider: ProviderName;
  providerPaymentId: string;
  /** Our own id of the payment. */
  txnId: string;
  amountPaise: number;
}

/** Credits a payment to the wallet, once for each payment of the provider. Throws if a repeat has other figures. */
export async function creditTopUp(tx: Tx, topUp: TopUp, at: Date): Promise<void> {
  const { driverId, provider, providerPaymentId, txnId, amountPaise } = topUp;
  await postTransfer(tx, {
    idempotencyKey: `topup:${provider}:${providerPaymentId}`,
    kind: 'top_up',
    reference: txnId,
    at,
    lines: [
      { account: { kind: `provider:${provider}` }, amountPaise: -amountPaise },
      { account: { kind: 'wallet', driverId }, amountPaise },
    ],
  });
}
