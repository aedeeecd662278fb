import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeStoredUser } from '#device/stored-user.ts';
import { askForFile, call, signOutAndReload, type InputOf } from './client.ts';
import { queryOf, mutation, refresh } from './query.ts';

/** Hook: sends a one-time code. The answer's message is shown. */
export function useSendCode() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('login', { shouldAnnounce: true }),
    onSuccess: () => refresh(queries, 'demoMessages'),
  });
}

export function useVerifyCode() {
  return useMutation(mutation('verifyOtp'));
}

/**
 * Hook: saves the driver's details on the server, and name and e-mail in the stored user. Refusals in `atField` are
 * shown at their fields.
 */
export function useSaveDetails(atField: readonly string[]) {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('updateUser', { shouldAnnounce: true, atField }),
    onSuccess: (_, { body: { name, email } }) => {
      changeStoredUser({ name, email });
      return refresh(queries, 'getProfile', 'getReceipts');
    },
  });
}

export function useProfile() {
  return useQuery({ ...queryOf('getProfile', {}), select: (answer) => answer.profile });
}

/** Revokes the token, then deletes the driver's data on this device, even if the server could not be reached. */
export async function signOut(): Promise<void> {
  await call('signOut', { body: {} });
  signOutAndReload('driver');
}

/** Hook: revokes all tokens of the driver. The driver stays signed in here when the server does not answer. */
export function useSignOutEverywhere() {
  return useMutation({ ...mutation('signOut'), onSuccess: () => void signOutAndReload('driver') });
}

/** Hook: erases the driver on the server, then the data on this device. */
export function useDeleteAccount() {
  return useMutation({ ...mutation('deleteAccount'), onSuccess: () => void signOutAndReload('driver') });
}

/** Hook: fetches all data about the driver, as a file to read or for programs. */
export function usePersonalData() {
  return useMutation({
    mutationKey: ['personalData'],
    mutationFn: (format: 'pdf' | 'json') =>
      askForFile('personalData', { query: { format } } satisfies InputOf<'personalData'>),
    networkMode: 'always',
    // The sheet shows the error at the button.
    meta: { isQuiet: true },
  });
}

/** Hook: the last code sent to this number, when this installation is a demo. It is asked for again with each code. */
export function useDemoCode(mobile: string): string | undefined {
  const { data: config } = useQuery({ ...queryOf('clientConfig', {}), staleTime: Infinity, meta: { isQuiet: true } });
  const { data: messages } = useQuery({
    ...queryOf('demoMessages', { query: { mobile } }),
    enabled: config?.demo === true,
    staleTime: 0,
    meta: { isQuiet: true },
  });
  return messages?.[0]?.code;
}
