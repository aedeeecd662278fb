import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { CallName } from '@bijli/contract/api';
import type { OngoingTransaction } from '@bijli/contract/charging';
import { notify } from '@bijli/ui/notify';
import { isNoNetwork, NoAnswer, Refusal } from '#api/client.ts';
import { failureSentence } from '#api/failure-sentence.ts';
import { type MutationOptions, queryOf } from '#api/query.ts';
import { type LastKnown, keepLastKnown } from '#device/signed-out.ts';
import { currentMessages, onLanguageChange } from '#messages/messages.ts';

/**
 * Creates the cache of all answers. It shows each refusal as a toast, so that screens need not. When the language
 * changes, it fetches all answers again, because they contain sentences in the old one.
 */
export function createQueryClient(): QueryClient {
  const tell = (error: unknown, isToldElsewhere: boolean) => {
    if (error instanceof NoAnswer && error.reason === 'signed_out') return keepLastKnown(lastKnownOf(queries));
    if (isToldElsewhere) return;
    notify.error(failureSentence(error, currentMessages()));
  };
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        // A device that knows it is offline fails at once. The query is repeated when the network returns.
        retry: (failures, error) => failures < 2 && navigator.onLine && isNoNetwork(error),
      },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A screen that shows an older answer, or nothing for want of one, may say so itself.
        const isSaid = query.state.data !== undefined || Boolean(query.meta?.['saysNoNetwork']);
        tell(error, (isSaid && isNoNetwork(error)) || Boolean(query.meta?.['isQuiet']));
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        const { atField, isQuiet, saysNoNetwork }: MutationOptions = meta ?? {};
        const isAtField = error instanceof Refusal && (Array.isArray(atField) ? atField.includes(error.code) : atField);
        tell(error, Boolean(isQuiet || isAtField || (saysNoNetwork && isNoNetwork(error))));
      },
      onSuccess: (answer, _variables, _result, mutation) => {
        if (mutation.meta?.['shouldAnnounce']) notify.success((answer as { message: string }).message);
      },
    }),
  });
  onLanguageChange(() => void queries.invalidateQueries());
  return queries;
}

/** What the login page shows about a driver who was signed out. */
function lastKnownOf(queries: QueryClient): LastKnown {
  const profile = queries.getQueryData(queryOf('getProfile', {}).queryKey)?.profile;
  const charge = queries.getQueryData<OngoingTransaction | null>(['getOngoingCharging' satisfies CallName]);
  return { mobile: profile?.mobile_number, chargingAt: charge?.property_name };
}
