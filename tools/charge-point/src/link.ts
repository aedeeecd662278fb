import { once } from 'node:events';
import rpc from 'ocpp-rpc';
import type { Clock } from './clock.ts';

/** How long a call may be unanswered. */
const CALL_TIMEOUT_MS = 30_000;

type CallAnswer = object | undefined;

/** PEM texts. */
export interface TlsOptions {
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

interface LinkOptions {
  url: string;
  id: string;
  password: string | undefined;
  /** Options for wss://. */
  tls: TlsOptions;
  clock: Clock;
  /** True: messages of both directions are checked against OCPP 1.6. */
  isStrict: boolean;
  /** Answers a call of the central system. Undefined: no answer at all. */
  answer: (action: string, request: object) => CallAnswer | Promise<CallAnswer>;
  onLost: () => void;
  /** Called when either side sent what OCPP 1.6 does not allow. */
  onViolation: (message: string) => void;
}

/** A connection to a central system. It implements OCPP-J independently of the server and validates both directions. */
export interface Link {
  /** Sends calls one at a time. `sent` is called when this one has been sent. */
  call(action: string, request: object, sent: () => void): Promise<unknown>;
  /** Closes the link properly. */
  close(): Promise<void>;
  /** Cuts the link without telling the other side, as a lost signal does. */
  cut(): void;
}

/** Connects. Throws if the central system cannot be reached or refuses this charge point. */
export async function openLink(options: LinkOptions): Promise<Link> {
  const { url, id, password, tls, clock, isStrict, answer, onLost, onViolation } = options;
  const client = new rpc.RPCClient({
    endpoint: url.replace(/\/$/, ''),
    identity: id,
    password: password ?? null,
    protocols: ['ocpp1.6'],
    strictMode: isStrict,
    strictModeValidators: [],
    // Each connection has a new client. The queue of unsent messages repeats what a lost connection had not delivered.
    reconnect: false,
    maxReconnects: 0,
    // The charge point's own clock decides when to give up.
    callTimeoutMs: 0,
    callConcurrency: 1,
    pingIntervalMs: 30_000,
    deferPingsOnActivity: false,
    respondWithDetailedErrors: false,
    maxBadMessages: Number.POSITIVE_INFINITY,
    wsOpts: tls,
    headers: {},
    backoff: { initialDelay: 1000, maxDelay: 10_000, factor: 2, randomisationFactor: 0.25 },
  });
  client.handle(async ({ method, params, signal }) => {
    // A link that ends does not wait for an outstanding answer.
    const ended = signal ? once(signal, 'abort').then(() => undefined) : Promise.withResolvers<undefined>().promise;
    const reply = await Promise.race([answer(method ?? '', params ?? {}), ended]);
    if (!reply) await ended;
    return reply ?? rpc.NOREPLY;
  });
  client.on('strictValidationFailure', (failure: { method: string; outbound: boolean; error: Error }) =>
    onViolation(`${failure.outbound ? 'sent' : 'received'} ${failure.method}: ${failure.error.message}`),
  );
  let isLeaving = false;
  client.on('badMessage', ({ error }: { error: Error }) => {
    // An answer to a call that was given up when the link closed is no violation.
    if (!isLeaving) onViolation(`received ${error.message}`);
  });
  await client.connect();
  client.on('close', onLost);

  async function ask(action: string, request: object, sent: () => void): Promise<unknown> {
    const timeout = new AbortController();
    const cancelTimeout = clock.after(CALL_TIMEOUT_MS, () => timeout.abort('no answer in time'));
    try {
      const answered = client.call(action, request, { signal: timeout.signal });
      sent();
      return await answered;
    } finally {
      cancelTimeout();
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    call(action, request, sent) {
      const answered = last.then(() => ask(action, request, sent));
      last = answered.catch(() => undefined);
      return answered;
    },
    async close() {
      isLeaving = true;
      await client.close();
    },
    cut() {
      isLeaving = true;
      void client.close({ force: true });
    },
  };
}
