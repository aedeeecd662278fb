import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Refusal } from '#api/client.ts';
import { notify } from '#ui/Toasts.tsx';
import type { Words } from '#words/words.ts';

/** The cache of all answers. A refusal is told in a toast here, once for the whole app. */
export function createQueries(words: Words): QueryClient {
  const tell = (error: unknown) => {
    const code = error instanceof Refusal ? error.code : 'server';
    if (code === 'signed_out') return;
    const said = error instanceof Refusal ? error.message : '';
    notify.error(said || (code === 'network' ? words.errors.network : words.errors.server));
  };
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && error instanceof Refusal && error.code === 'network',
      },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.['quiet']) tell(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.['quiet']) tell(error);
      },
      onSuccess: (answer, _variables, _result, mutation) => {
        if (mutation.meta?.['announce']) notify.success((answer as { message: string }).message);
      },
    }),
  });
}
