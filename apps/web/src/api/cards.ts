import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOf, mutation, refresh } from './query.ts';

/** The driver's RFID cards, the oldest first. */
export function useCards() {
  return useQuery({ ...queryOf('ownCards', {}), select: ({ cards }) => cards });
}

/** Adds a card; what is refused is for its field to say. */
export function useAddCard() {
  return useMutation(useCardMutation('addCard', { shouldAnnounce: true, atField: true }));
}

/** Changes what a card is called; what is refused is for its field to say. */
export function useNameCard() {
  return useMutation(useCardMutation('changeCard', { shouldAnnounce: true, atField: true }));
}

/** Blocks a card, or makes it live again. */
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
