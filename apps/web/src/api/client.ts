import type { Api, CallName } from '@bijli/contract/api';
import type { InputOf } from '@bijli/contract/client';
import type { Method, ReplyOf } from '@bijli/contract/endpoint';
import { keepSharedLink } from '#device/shared-link.ts';
import { noteSignedOut } from '#device/signed-out.ts';
import { forgetEverything, storedUser } from '#device/stored-user.ts';
import { currentMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';

/** Method and path of each call. The build fills this in from the contract. */
declare const CONTRACT_CALLS: Record<CallName, [Method, string]>;

export type { InputOf };
export type Reply<N extends CallName> = ReplyOf<Api[N]>;

/**
 * Why a call failed. `code` is the server's, or `network` (no answer), `server` (an answer that does not fit the API)
 * or `signed_out` (401, and the browser is going to the login page). `message` is the server's sentence for the driver,
 * empty in the last three cases.
 */
export interface Refused {
  success: false;
  message: string;
  code: string;
}

/** Thrown by `ask`, for TanStack Query to catch. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: string;

  constructor({ message, code }: Refused) {
    super(message);
    this.code = code;
  }
}

const local = (code: 'network' | 'server' | 'signed_out'): Refused => ({ success: false, message: '', code });

/** Makes a call. It never throws because of the network or the server, and logs every failure. */
export async function call<N extends CallName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<Reply<N> | Refused> {
  const answer = await send(name, input, (response) => response.json(), signal);
  return answer === undefined ? local('server') : (answer as Reply<N> | Refused);
}

/** Makes a call whose answer is a file. Throws a `Refusal`. */
export async function askForFile<N extends CallName>(name: N, input: InputOf<N>): Promise<Blob> {
  const answer = await send(name, input, (response) => (response.ok ? response.blob() : response.json()));
  if (answer instanceof Blob) return answer;
  throw new Refusal(isRefused(answer) ? answer : local('server'));
}

/** Sends a call and reads its answer. Undefined when the answer could not be read. */
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
  // A change, above all a stop, is sent even if the page is closed or reloaded at the same moment.
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
 * Deletes the driver's data and loads the login page anew, so that memory holds nothing of the session either. It does
 * so once, even if several calls are refused at the same time. After a sign-out by the server, the login page says so,
 * and the driver returns to the same page later.
 */
export function signOutAndReload(by: 'driver' | 'server'): Refused {
  if (forgetEverything()) {
    if (by === 'server') {
      noteSignedOut();
      keepSharedLink(location);
    }
    location.assign(paths.login);
  }
  // The reason for this sign-out is the driver's own, so reasons that other calls noted meanwhile are removed.
  if (by === 'driver') sessionStorage.clear();
  return local('signed_out');
}
