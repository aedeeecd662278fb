import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import { post, revenueLines } from '#modules/ledger/index.ts';
import type { Payment } from '#modules/payments/index.ts';

interface Sale {
  payment: Pick<Payment, 'provider' | 'providerPaymentId'>;
  price: TaxedAmount;
  at: Date;
}

/** Earns what a buyer paid for an order, once per payment of the provider. */
export async function recordSale(tx: Tx, reference: string, { payment, price, at }: Sale): Promise<void> {
  const { provider, providerPaymentId } = payment;
  await post(tx, {
    idempotencyKey: `sale:${provider}:${providerPaymentId}`,
    kind: 'sale',
    reference,
    at,
    lines: [{ account: { kind: `gateway:${provider}` }, amountPaise: -price.totalPaise }, ...revenueLines(price)],
  });
}
