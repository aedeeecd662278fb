import type { Api, CallName } from '@bijli/contract/api';
import type { InputOf } from '@bijli/contract/client';
import type { Method, RefusedReply, ReplyOf } from '@bijli/contract/endpoint';
import { keepSharedLink } from '#device/shared-link.ts';
import { noteSignedOut } from '#device/signed-out.ts';
import { forgetEverything, storedUser } from '#device/stored-user.ts';
import { currentMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';

/** Method and path of each call. The build fills this in from the contract. */
declare const CONTRACT_CALLS: Record<CallName, [Method, string]>;

export type { InputOf };
export type Reply<N extends CallName> = ReplyOf<Api[N]>;

/** Why a call brought no answer that can be shown. `call` returns it, `ask` throws it. */
export abstract class CallFailed extends Error {}

/** The API said no. `message` is its sentence for the driver. */
export class Refusal extends CallFailed {
  override name = 'Refusal';
  readonly code: string;

  constructor({ message, code }: RefusedReply) {
    super(message);
    this.code = code;
  }
}

/**
 * Nothing came from the API: no answer at all (`network`), one that does not fit the API (`server`), or a 401, and the
 * browser is going to the login page (`signed_out`). `message` is empty: it is no sentence for the driver.
 */
export class NoAnswer extends CallFailed {
  override name = 'NoAnswer';
  readonly reason: 'network' | 'server' | 'signed_out';

  constructor(reason: NoAnswer['reason']) {
    super();
    this.reason = reason;
  }
}

/** True if the call failed because the server could not be reached. */
export function isNoNetwork(error: unknown): boolean {
  return error instanceof NoAnswer && error.reason === 'network';
}

/** Makes a call. It never throws because of the network or the server, and logs every failure. */
export async function call<N extends CallName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<Reply<N> | CallFailed> {
  return (await fetchAnswer(name, input, (response) => response.json(), signal)) as Reply<N> | CallFailed;
}

/** Like `call`, for TanStack Query: throws a `CallFailed`. */
export async function ask<N extends CallName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<Reply<N>> {
  const answer = await call(name, input, signal);
  if (answer instanceof CallFailed) throw answer;
  return answer;
}

/** Makes a call whose answer is a file. Throws a `CallFailed`. */
export async function askForFile<N extends CallName>(name: N, input: InputOf<N>): Promise<Blob> {
  const answer = await fetchAnswer(name, input, (response) => (response.ok ? response.blob() : response.json()));
  if (answer instanceof CallFailed) throw answer;
  return answer as Blob;
}

/** Makes the request of a call. Returns what `read` reads from an answer that is no refusal, or a `CallFailed`. */
async function fetchAnswer<N extends CallName>(
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
    return new NoAnswer('network');
  }
  if (!response.ok) console.error(name, 'was answered', response.status, answer);
  if (response.status === 401) {
    signOutAndReload('server');
    return new NoAnswer('signed_out');
  }
  if (isRefusedReply(answer)) return new Refusal(answer);
  return response.ok && answer !== undefined ? answer : new NoAnswer('server');
}

function isRefusedReply(answer: unknown): answer is RefusedReply {
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
export function signOutAndReload(by: 'driver' | 'server'): void {
  if (forgetEverything()) {
    if (by === 'server') {
      noteSignedOut();
      keepSharedLink(location);
    }
    location.assign(paths.login);
  }
  // The reason for this sign-out is the driver's own, so reasons that other calls noted meanwhile are removed.
  if (by === 'driver') sessionStorage.clear();
}
