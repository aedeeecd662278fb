import type { Api, CallName } from '@bijli/contract/api';
import type { InputOf } from '@bijli/contract/client';
import type { Method, ReplyOf } from '@bijli/contract/endpoint';
import { keepSharedLink } from '#device/shared-link.ts';
import { noteSignedOut } from '#device/signed-out.ts';
import { forgetEverything, storedUser } from '#device/stored-user.ts';
import { currentMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';

/** Method and path of each call, put in from the contract by the build. */
declare const CONTRACT_CALLS: Record<CallName, [Method, string]>;

export type { InputOf };
export type Reply<N extends CallName> = ReplyOf<Api[N]>;

/**
 * Why a call was not answered with what it asked for. `code` is the server's, or `network` (no answer), `server` (an
 * answer that is not ours), `signed_out` (401; the browser is leaving for the login page). `message` is the server's
 * sentence for the driver, empty for the last three.
 */
export interface Refused {
  success: false;
  message: string;
  code: string;
}

/** Thrown by `ask` for TanStack Query, which catches it. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: string;

  constructor({ message, code }: Refused) {
    super(message);
    this.code = code;
  }
}

const local = (code: 'network' | 'server' | 'signed_out'): Refused => ({ success: false, message: '', code });

/** Makes a call. Never throws for anything the network or the server does, and logs every HTTP failure. */
export async function call<N extends CallName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<Reply<N> | Refused> {
  const answer = await send(name, input, (response) => response.json(), signal);
  return answer === undefined ? local('server') : (answer as Reply<N> | Refused);
}

/** Makes a call that is answered with a file. Throws a `Refusal`. */
export async function askForFile<N extends CallName>(name: N, input: InputOf<N>): Promise<Blob> {
  const answer = await send(name, input, (response) => (response.ok ? response.blob() : response.json()));
  if (answer instanceof Blob) return answer;
  throw new Refusal(isRefused(answer) ? answer : local('server'));
}

/** Sends a call and reads its answer; undefined when that could not be read. */
async function send<N extends CallName>(
  name: N,
  input: InputOf<N>,
  read: (response: Response) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<unknown> {
  const { body, query, params } = input as {
    body?: unknown;
    query?: Record<string, string>;
    params?: Record<string, string>;
  };
  const [method, template] = CONTRACT_CALLS[name];
  const path = template.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''));
  const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const request: RequestInit = { method, headers: headers(body !== undefined), ...(signal && { signal }) };
  if (body !== undefined) request.body = JSON.stringify(body);
  // What the driver wants done, a stop above all, is sent although the page is left or loaded anew in the same moment.
  request.keepalive = method !== 'GET';

  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(path + search, request);
    answer = await read(response).catch(() => undefined);
  } catch (error) {
    if (!signal?.aborted) console.error(name, 'got no answer', error);
    return local('network');
  }
  if (!response.ok) console.error(name, 'was answered', response.status, answer);
  if (response.status === 401) return signOutAndReload('server');
  return response.ok || isRefused(answer) ? answer : local('server');
}

/** Like `call`, for TanStack Query: throws a `Refusal`. */
export async function ask<N extends CallName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<SuccessReply<N>> {
  const answer = await call(name, input, signal);
  if (isRefused(answer)) throw new Refusal(answer);
  return answer as SuccessReply<N>;
}
export type SuccessReply<N extends CallName> = Exclude<Reply<N>, Refused>;

export function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false;
}

function headers(hasBody: boolean): Record<string, string> {
  return {
    authorization: `Bearer ${storedUser()?.token ?? ''}`,
    'x-requested-with': 'XMLHttpRequest',
    'accept-language': currentMessages().language,
    ...(hasBody && { 'content-type': 'application/json' }),
  };
}

/**
 * Forgets the driver and loads the login page anew, so that nothing of the session stays in memory either; once, however
 * many calls are refused meanwhile. Whom the server has signed out is told so there, and goes on where they were.
 */
export function signOutAndReload(by: 'driver' | 'server'): Refused {
  if (forgetEverything()) {
    if (by === 'server') {
      noteSignedOut();
      keepSharedLink(location);
    }
    location.assign(paths.login);
  }
  // What other calls were refused meanwhile is not what has led them there.
  if (by === 'driver') sessionStorage.clear();
  return local('signed_out');
}
