import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOf, mutation, refresh } from './query.ts';

/** Hook: whether the driver gets receipts by e-mail. The profile leaves the switch out when this fails. */
export function useReceipts() {
  return useQuery({ ...queryOf('getReceipts', {}), meta: { isQuiet: true } });
}

export function useSwitchReceipts() {
  const queries = useQueryClient();
  return useMutation({ ...mutation('setReceipts'), onSettled: () => refresh(queries, 'getReceipts') });
}

export function useSendReceiptLink() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('sendReceiptLink', { shouldAnnounce: true }),
    onSettled: () => refresh(queries, 'getReceipts'),
  });
}

export function useConfirmReceiptAddress() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('confirmReceiptAddress', { shouldAnnounce: true }),
    onSettled: () => refresh(queries, 'getReceipts'),
  });
}
