import * as z from 'zod/mini';
import { api, type Api, type CallName } from './api.ts';
import {
  refusal,
  type BodyOf,
  type Call,
  type ParamsOf,
  type QueryOf,
  type RefusedReply,
  type ReplyOf,
} from './endpoint.ts';
import { operatorApi, type OperatorApi } from './operator/operator-api.ts';

/** A part of a call that may be left out when the contract gives it no fields. */
type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? { [P in K]?: T }
    : { [P in K]: T };
/** The input of a call: `body`, `query` and `params`, as its contract defines them. */
type PartsOf<E extends Call> = Part<'body', BodyOf<E>> & Part<'query', QueryOf<E>> & Part<'params', ParamsOf<E>>;
/** The input of a driver's call, by the call's name. */
export type InputOf<N extends CallName> = PartsOf<Api[N]>;
type Calls = Record<string, Call>;

/** A typed client for programs. It checks each answer against the contract and throws if it does not fit. */
export interface Client<A extends Calls = Api> {
  /** The bearer token that each later call sends. */
  token: string;
  call<N extends keyof A & string>(
    name: N,
    input: PartsOf<A[N]>,
    headers?: Record<string, string>,
  ): Promise<ReplyOf<A[N]> | RefusedReply>;
  /** Like `call`, but throws on a refusal, with its sentence and code. */
  ask<N extends keyof A & string>(name: N, input: PartsOf<A[N]>): Promise<ReplyOf<A[N]>>;
}

/** Creates a client of the driver's API that calls the server at `baseUrl` with fetch. */
export function createClient(baseUrl: string): Client {
  return clientOf(api, baseUrl);
}

/** Creates a client of the operator's API. */
export function createOperatorClient(baseUrl: string): Client<OperatorApi> {
  return clientOf(operatorApi, baseUrl);
}

function clientOf<A extends Calls>(calls: A, baseUrl: string): Client<A> {
  const client: Client<A> = {
    token: '',

    async call(name, input, headers = {}) {
      const endpoint: Call = calls[name] as A[typeof name];
      const { body, query, params } = input as {
        body?: unknown;
        query?: Record<string, string>;
        params?: Record<string, string>;
      };
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''));
      const response = await fetch(`${baseUrl}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${client.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      const refused = z.safeParse(refusal, answer);
      return refused.success ? refused.data : (z.parse(endpoint.reply, answer) as never);
    },

    async ask(name, input) {
      const answer = await client.call(name, input);
      if (isRefusal(answer)) throw new Error(`${name} was refused: ${answer.message} (${answer.code})`);
      return answer as never;
    },
  };
  return client;
}

export function isRefusal(answer: unknown): answer is RefusedReply {
  return z.safeParse(refusal, answer).success;
}
