import { connect, errors, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type { BusTransport, TransportReply } from './transport.ts';

const RECONNECT_EVERY_MS = 500;
/** After this many unanswered pings the server counts as lost. */
const PING_EVERY_MS = 2 * SECOND_MS;
const MAX_PINGS_OUT = 2;
/** The prefix of this installation, in case others use the same server. */
const PREFIX = 'bijli';

interface OpenSubscription {
  open(connection: NatsConnection): Subscription;
  subscription?: Subscription;
}

const subjectOf = (subject: string): string => `${PREFIX}.${subject}`;

/** Retries until there is a server. */
function connectTo(servers: string, name: string): Promise<NatsConnection> {
  return connect({
    servers: servers.split(','),
    name,
    noEcho: true,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_EVERY_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: MAX_PINGS_OUT,
  });
}

/** A subscription that calls `handle`. It is repeated on each new connection. */
function onMessages(subject: string, handle: (message: Msg) => unknown): OpenSubscription {
  return {
    open: (to) => to.subscribe(subjectOf(subject), { callback: (error, message) => void (error ?? handle(message)) }),
  };
}

async function request(
  connection: NatsConnection,
  subject: string,
  text: string,
  withinMs: number,
): Promise<TransportReply> {
  try {
    const answer = await connection.request(subjectOf(subject), text, { timeout: withinMs });
    return { kind: 'answer', text: answer.string() };
  } catch (error) {
    const isNobody =
      error instanceof errors.NoRespondersError ||
      (error instanceof Error && error.cause instanceof errors.NoRespondersError);
    return { kind: isNobody ? 'nobody' : 'silent' };
  }
}

async function answerTo(message: Msg, handle: (text: string) => Promise<string | undefined>): Promise<void> {
  const answer = await handle(message.string());
  if (answer !== undefined) message.respond(answer);
}

/**
 * The transport over NATS core. It connects as soon as a server is there, and reconnects after an outage; nobody waits
 * for it. During an outage nothing is queued, because a late message misleads.
 */
export function openNatsTransport(servers: string, { name, log }: { name: string; log: Log }): BusTransport {
  const all = new Set<OpenSubscription>();
  const backListeners: (() => void)[] = [];
  let connection: NatsConnection | undefined;
  let isThere = false;
  let isClosing = false;

  function noteConnected(): void {
    if (isThere) return;
    isThere = true;
    log.info({ event: 'bus.back' }, 'connected to the bus between nodes');
    for (const listener of backListeners) listener();
  }

  function noteDisconnected(): void {
    if (!isThere) return;
    isThere = false;
    if (!isClosing) log.error({ event: 'bus.away' }, 'the bus between nodes is unavailable; this node continues alone');
  }

  async function connect(): Promise<void> {
    const joined = await connectTo(servers, name);
    if (isClosing) return joined.close();
    connection = joined;
    for (const one of all) one.subscription = one.open(joined);
    // Messages are received from now on, before anyone is told so.
    await joined.flush();
    noteConnected();
    for await (const { type } of joined.status()) {
      if (type === 'reconnect') noteConnected();
      else if (type === 'disconnect' || type === 'staleConnection' || type === 'close') noteDisconnected();
    }
  }
  const joining = connect().catch((error: unknown) => {
    if (!isClosing) log.error({ event: 'bus.not_joined', error }, 'cannot connect to the bus between nodes');
  });

  function addSubscription(one: OpenSubscription): () => void {
    all.add(one);
    if (connection) one.subscription = one.open(connection);
    return () => {
      all.delete(one);
      one.subscription?.unsubscribe();
    };
  }

  return {
    publish(subject, text) {
      if (isThere) connection?.publish(subjectOf(subject), text);
    },

    subscribe: (subject, listener) => addSubscription(onMessages(subject, (message) => listener(message.string()))),
    answer: (subject, handle) => addSubscription(onMessages(subject, (message) => answerTo(message, handle))),

    async ask(subject, text, withinMs) {
      return isThere && connection ? request(connection, subject, text, withinMs) : { kind: 'nobody' };
    },

    problem: () => (isThere ? undefined : 'the bus between the nodes does not answer'),
    onBack: (listener) => void backListeners.push(listener),

    async close() {
      isClosing = true;
      await connection?.close();
      // A connection that was never made keeps trying, and must not keep the process alive.
      if (connection) await joining;
    },
  };
}
