import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOf, mutation, refresh } from './query.ts';

/** Hook: the driver's RFID cards, oldest first. */
export function useCards() {
  return useQuery({ ...queryOf('ownCards', {}), select: ({ cards }) => cards });
}

/** Hook: adds a card. Its field shows a refusal. */
export function useAddCard() {
  return useMutation(useCardMutation('addCard', { shouldAnnounce: true, atField: true }));
}

/** Hook: renames a card. Its field shows a refusal. */
export function useNameCard() {
  return useMutation(useCardMutation('changeCard', { shouldAnnounce: true, atField: true }));
}

/** Hook: blocks or unblocks a card. */
export function useBlockCard() {
  return useMutation(useCardMutation('changeCard', { shouldAnnounce: true }));
}

export function useRemoveCard() {
  return useMutation(useCardMutation('removeCard', { shouldAnnounce: true }));
}

function useCardMutation<N extends 'addCard' | 'changeCard' | 'removeCard'>(
  name: N,
  options: { shouldAnnounce: boolean; atField?: boolean },
) {
  const queries = useQueryClient();
  return { ...mutation(name, options), onSuccess: () => refresh(queries, 'ownCards') };
}
