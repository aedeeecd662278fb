import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeStoredUser } from '#device/stored-user.ts';
import { askForFile, call, signOutAndReload, type InputOf } from './client.ts';
import { queryOf, mutation, refresh } from './query.ts';

/** Sends a one-time code; the answer's message is shown. */
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

/** Saves the details of the driver with the server, and name and e-mail in the stored user. Refusals `atField` stand at their fields. */
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

/** Revokes the token, then forgets the driver here, whether or not the server could be reached. */
export async function signOut(): Promise<void> {
  await call('signOut', { body: {} });
  signOutAndReload('driver');
}

/** Revokes every token of the driver. Without the server's word the driver stays signed in here. */
export function useSignOutEverywhere() {
  return useMutation({ ...mutation('signOut'), onSuccess: () => void signOutAndReload('driver') });
}

/** Erases the driver, then forgets them here too. */
export function useDeleteAccount() {
  return useMutation({ ...mutation('deleteAccount'), onSuccess: () => void signOutAndReload('driver') });
}

/** Fetches everything that is held of the driver, as a file to read or for programs. */
export function usePersonalData() {
  return useMutation({
    mutationKey: ['personalData'],
    mutationFn: (format: 'pdf' | 'json') =>
      askForFile('personalData', { query: { format } } satisfies InputOf<'personalData'>),
    networkMode: 'always',
    // The sheet tells it where the button was pressed.
    meta: { isQuiet: true },
  });
}

/** The code last sent to the number, where this installation is a demo and shows it; asked for again with each code. */
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
