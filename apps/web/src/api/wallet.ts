import type { PaymentOption } from '@bijli/contract/wallet';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from './client.ts';
import { asked, deed } from './query.ts';

/** Balance, history and the payment provider. */
export function useWallet() {
  return useQuery(asked('getWallet', { query: { history: 'true' } }));
}

const initiation = {
  phonepe: 'initiatePayment',
  razorpay: 'initiatePaymentRazorpay',
  payu: 'initiatePaymentPayu',
} as const;

/** Starts a top-up with the configured provider; the answer names the checkout to open. */
export function useStartTopUp(option: PaymentOption) {
  return useMutation(deed(initiation[option]));
}

const ASK_AGAIN_MS = 2500;
const ASK_AT_MOST = 24;

/** Asks how a top-up stands until it is decided, for a minute at most. */
export function usePaymentState(txnId: string | undefined) {
  return useQuery({
    queryKey: ['paymentState', txnId],
    queryFn: ({ signal }) => ask('paymentState', { params: { txnId: txnId ?? '' } }, signal),
    enabled: txnId !== undefined,
    staleTime: 0,
    meta: { quiet: true },
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' && state.dataUpdateCount < ASK_AT_MOST ? ASK_AGAIN_MS : false,
  });
}
