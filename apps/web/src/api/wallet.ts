import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PaymentOrder } from '@bijli/contract/payments';
import type { ProviderName } from '@bijli/contract/wallet';
import type { CheckoutEnd } from '#device/payment-launcher.ts';
import { ask, call, CallFailed, type Reply } from './client.ts';
import { pagedQueryOf, mutation, type Pages, refresh, SAYS_NO_NETWORK } from './query.ts';

/** Hook: balance, history and the payment provider. */
export function useWallet() {
  return useInfiniteQuery({
    ...pagedQueryOf('getWallet', { query: { history: 'true' } }, { rows: 30, nextOf: ({ wallet }) => wallet.next }),
    meta: SAYS_NO_NETWORK,
    select: withHistoryOf,
  });
}

function withHistoryOf({ pages }: Pages<'getWallet'>): Reply<'getWallet'> | undefined {
  const [first] = pages;
  const history = pages.flatMap(({ wallet }) => wallet.payment_history);
  return first && { ...first, wallet: { ...first.wallet, payment_history: history } };
}

const initiation = {
  phonepe: 'initiatePayment',
  razorpay: 'initiatePaymentRazorpay',
  payu: 'initiatePaymentPayu',
} as const;

/** Hook: starts a top-up with the configured provider. The answer names the checkout to open. */
export function useStartTopUp(provider: ProviderName) {
  return useMutation(mutation(initiation[provider]));
}

/** Hook: tells the server how a checkout ended. The result is only logged, because the reloaded wallet shows it. */
export function useCheckoutEnded(): (order: PaymentOrder, end: CheckoutEnd) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (order, end) => {
      const answer = await told(order, end);
      if (!answer) return;
      if (answer instanceof CallFailed) console.error('The payment', order.txnId, 'was not confirmed:', answer);
      await refresh(queries, 'getWallet', 'getProfile', 'getCharger');
    },
    [queries],
  );
}

/** Undefined while the checkout continues elsewhere. */
function told({ source, txnId, checksum }: PaymentOrder, end: CheckoutEnd) {
  const phonepe = (code: string) => call('responsePaymentPhonepe', { body: { code, transactionId: txnId, checksum } });
  switch (end.how) {
    case 'signed':
      return call('responsePaymentRazorpay', { body: { ...end.result } });
    case 'concluded':
      return phonepe('CONCLUDED');
    case 'cancelled':
      console.info('Transaction cancelled by the user', txnId);
      return source === 'phonepe' ? phonepe('USER_CANCEL') : givenUp(txnId, checksum);
    case 'not-opened':
      return givenUp(txnId, checksum);
    default:
      return undefined;
  }
}

function givenUp(txnId: string, checksum: string) {
  return call('cancelPayment', { params: { txnId }, body: { checksum } });
}

const ASK_AGAIN_MS = 2500;
const MAX_ASKS = 24;

/** Hook: asks for the state of a top-up until it is final, for at most a minute. */
export function usePaymentState(txnId: string | undefined) {
  return useQuery({
    queryKey: ['paymentState', txnId],
    queryFn: ({ signal }) => ask('paymentState', { params: { txnId: txnId ?? '' } }, signal),
    enabled: txnId !== undefined,
    staleTime: 0,
    // The browser may bring the page back as it was when the driver left it for the checkout.
    refetchOnWindowFocus: 'always',
    meta: { isQuiet: true },
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' && state.dataUpdateCount < MAX_ASKS ? ASK_AGAIN_MS : false,
  });
}
