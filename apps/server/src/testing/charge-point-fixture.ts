import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { WebSocket } from 'ws';
import type { ChargePointActions } from '@bijli/ocpp/messages';
import { createCentralSystem, type CentralSystem, type CentralSystemOptions } from '#adapters/ocpp/central-system.ts';
import { addressFinder } from '#http/caller.ts';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { createDelayedRefusals, type DelayedRefusals } from '#kernel/delayed-refusals.ts';
import { hashOf } from '#kernel/ids.ts';
import { createLog } from '#kernel/log.ts';
import type { Rate } from '#kernel/token-bucket.ts';
import type { ChargePointMessage, OperationReports } from '#modules/operations/index.ts';
import type { ChargePointReports } from '#modules/sessions/index.ts';
import { createMetrics, type Metrics } from '#telemetry/metrics.ts';

type Reports = ChargePointReports & OperationReports;
type ReportName = keyof Reports;
interface Heard {
  name: ReportName;
  args: readonly unknown[];
}

/**
 * Takes the place of the `sessions` module: it stores the reports that it gets, and a test can make it answer late or
 * fail.
 */
export class Listener {
  readonly heard: Heard[] = [];
  readonly #emitter = new EventEmitter();
  /** Answers to reports that differ from the usual ones. */
  answers: Partial<Reports> = {};
  readonly reports: Reports = {
    connected: (...args) => this.#take('connected', args, undefined),
    disconnected: (...args) => this.#take('disconnected', args, undefined),
    isCharging: () => false,
    noteHeard: () => undefined,
    booted: (...args) => this.#take('booted', args, 'accepted'),
    configured: (...args) => this.#take('configured', args, undefined),
    statusChanged: (...args) => this.#take('statusChanged', args, undefined),
    authorize: (...args) => this.#take('authorize', args, { status: 'Accepted' }),
    started: (...args) => this.#take('started', args, { transactionId: 1000, status: 'Accepted' }),
    metered: (...args) => this.#take('metered', args, undefined),
    stopped: (...args) => this.#take('stopped', args, undefined),
    answeredLate: (...args) => this.#take('answeredLate', args, undefined),
    taskReported: (...args) => this.#take('taskReported', args, undefined),
    securityEventReported: (...args) => this.#take('securityEventReported', args, undefined),
    certificateRequested: (...args) => this.#take('certificateRequested', args, false),
  };

  /** The reports of this name that have arrived so far. */
  of<N extends ReportName>(name: N): Parameters<Reports[N]>[0][] {
    return this.heard.filter((heard) => heard.name === name).map((heard) => heard.args[0] as Parameters<Reports[N]>[0]);
  }

  /** Settles when at least this many reports of this name have arrived. */
  async atLeast<N extends ReportName>(name: N, count: number): Promise<Parameters<Reports[N]>[0][]> {
    while (this.of(name).length < count) await once(this.#emitter, name);
    return this.of(name);
  }

  async #take<N extends ReportName, T>(name: N, args: Parameters<Reports[N]>, ordinary: T): Promise<T> {
    this.heard.push({ name, args });
    this.#emitter.emit(name);
    const other = this.answers[name] as ((...args: readonly unknown[]) => Promise<T>) | undefined;
    return other ? other(...args) : ordinary;
  }
}

export interface OcppFixture {
  central: CentralSystem;
  listener: Listener;
  /** Such as ws://127.0.0.1:port/ocpp. */
  url: string;
  /** The lines of the log, newest last. */
  logged: { msg: string; event?: string; chargePointId?: string; error?: { message: string } }[];
  /** The messages between the charge points and the server, newest last. */
  said: ChargePointMessage[];
  /** The charge points whose secret was looked up, oldest first. */
  lookedUp: string[];
  /** The secrets of charge points that do not use the common one. */
  secrets: Map<string, string>;
  /** The metrics of this central system. */
  metrics: Metrics;
  close(): Promise<void>;
}

export const PASSWORD = 'a charger secret';

/** Finds the secret of a charge point that may connect. */
function secretsOf(
  secrets: OcppFixture['secrets'],
  lookedUp: string[],
): Pick<CentralSystemOptions, 'findCredentials' | 'listPasswordHashes'> {
  const hashFor = (chargePointId: string, own = secrets): string | undefined =>
    chargePointId.startsWith('CP') ? hashOf(own.get(chargePointId) ?? PASSWORD) : undefined;
  return {
    async findCredentials(chargePointId) {
      lookedUp.push(chargePointId);
      if (chargePointId === 'CP-UNREADABLE') throw new Error('database down');
      const passwordHash = hashFor(chargePointId);
      return passwordHash === undefined
        ? undefined
        : {
            passwordHash,
            pendingHash: null,
            previousHash: null,
            awaitsCurrentSecret: false,
            admission: 'accepted',
            securityProfile: 1,
            pendingProfile: null,
            seenProfile: 1,
            confirmedSerialNumber: null,
          };
    },
    async listPasswordHashes() {
      const asTheyWere = new Map(secrets);
      return {
        get(chargePointId) {
          const hash = hashFor(chargePointId, asTheyWere);
          return hash === undefined ? undefined : [hash];
        },
      };
    },
  };
}

/**
 * Starts a central system on a real port. It accepts every id that begins with `CP`. Reading the secret of
 * CP-UNREADABLE fails.
 */
export async function ocppFixture({
  clock = systemClock,
  callTimeoutMs,
  pingIntervalMs,
  sampleSeconds = 1,
  startWithinSeconds = 90,
  port = 0,
  handshakes,
  refusals = createDelayedRefusals(clock, () => false),
}: {
  clock?: Clock;
  callTimeoutMs?: number;
  pingIntervalMs?: number;
  sampleSeconds?: number;
  startWithinSeconds?: number;
  port?: number;
  handshakes?: Rate;
  refusals?: DelayedRefusals;
} = {}): Promise<OcppFixture> {
  const logged: OcppFixture['logged'] = [];
  const lookedUp: string[] = [];
  const said: OcppFixture['said'] = [];
  const secrets: OcppFixture['secrets'] = new Map();
  const log = createLog('info', { write: (line: string) => void logged.push(JSON.parse(line)) });
  const metrics = createMetrics({ log });
  const central = createCentralSystem({
    ...secretsOf(secrets, lookedUp),
    noteSecretSeen: async () => undefined,
    noteOldSecretUse: async () => undefined,
    noteProfileSeen: async () => undefined,
    lowerProfileRefused: async () => undefined,
    certificates: {
      isIssued: async () => false,
      revokedSince: async () => ({ fingerprints: [], linksEnded: () => undefined }),
      problemOf: async () => 'there are none here',
    },
    isOpenTo: () => false,
    isProxy: () => false,
    clock,
    refusals,
    log,
    ...(callTimeoutMs !== undefined && { callTimeoutMs }),
    ...(pingIntervalMs !== undefined && { pingIntervalMs }),
    ...(handshakes && { handshakes }),
    wanted: { sampleSeconds, startWithinSeconds },
    messageLog: { add: (message) => void said.push(message) },
    metrics,
  });
  const listener = new Listener();
  central.listen(listener.reports, listener.reports);
  const addressOf = addressFinder(1);
  const server = createServer().on('upgrade', (request, socket, head) =>
    central.upgrade(request, socket, head, { address: addressOf(request) }),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    central,
    listener,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`,
    logged,
    said,
    lookedUp,
    secrets,
    metrics,
    async close() {
      await central.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** An answer to GetConfiguration of a charge point without writable keys. */
export const CONFIGURATION = { configurationKey: [{ key: 'NumberOfConnectors', readonly: true, value: '2' }] };

/** A charge point that sends exactly what a test makes it send, right or wrong. */
export class BareChargePoint {
  readonly socket: WebSocket;
  /** The calls of the central system, oldest first. */
  readonly asked: { id: string; action: string; payload: unknown }[] = [];
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #lastId = 0;

  constructor(
    url: string,
    {
      password = PASSWORD,
      protocols = ['ocpp1.6'],
      user = url.split('/').at(-1),
      from = '127.0.0.1',
      headers: more = {},
      socket = {},
    }: {
      password?: string | Buffer | null;
      protocols?: string[];
      user?: string | undefined;
      /** The address that a proxy reports for the charge point. Null if there is no proxy. */
      from?: string | null;
      headers?: Record<string, string>;
      /** Options of TLS, and the local address of the connection. */
      socket?: SecureContextOptions & { localAddress?: string };
    } = {},
  ) {
    const pair = Buffer.concat([Buffer.from(`${user}:`), Buffer.from(password ?? '')]);
    const authorization = password === null ? {} : { authorization: `Basic ${pair.toString('base64')}` };
    const headers = { ...(from !== null && { 'x-forwarded-for': from }), ...authorization, ...more };
    this.socket = new WebSocket(url, protocols, { headers, ...socket });
    this.socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as [number, string, ...unknown[]];
      if (frame[0] === 2) {
        this.asked.push({ id: frame[1], action: String(frame[2]), payload: frame[3] });
        this.#emitter.emit('asked');
      } else this.#emitter.emit(`answer ${frame[1]}`, frame);
    });
  }

  /** Settles when the link is up, and rejects with the HTTP status if it is refused. */
  async open(): Promise<this> {
    this.socket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy(new Error(String(statusCode)));
    });
    await once(this.socket, 'open');
    // Later errors of the link are for the server to notice.
    this.socket.on('error', () => this.socket.terminate());
    return this;
  }

  /** Sends a call and returns the frame of the answer. */
  async call(action: keyof ChargePointActions | (string & {}), payload: unknown): Promise<unknown[]> {
    this.#lastId += 1;
    const id = String(this.#lastId);
    const answer = once(this.#emitter, `answer ${id}`);
    this.say([2, id, action, payload]);
    return (await answer)[0] as unknown[];
  }

  /** Reports a boot, and answers what the server then asks of its configuration. */
  async boot(fields: object = {}): Promise<this> {
    await this.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'Fast', ...fields });
    this.say([3, (await this.wasAsked('GetConfiguration')).id, CONFIGURATION]);
    return this;
  }

  say(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Settles when the central system has made this many calls of an action, with the last of them. */
  async wasAsked(action: string, times = 1): Promise<{ id: string; payload: unknown }> {
    for (;;) {
      const matching = this.asked.filter((call) => call.action === action);
      const last = matching[times - 1];
      if (last) return last;
      await once(this.#emitter, 'asked');
    }
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }
}

/** A charge point of tests that has connected to a server. */
export function connectedChargePoint(serverUrl: string, id: string): Promise<BareChargePoint> {
  return new BareChargePoint(`${serverUrl.replace('http', 'ws')}/ocpp/${id}`, { password: `secret-${id}` }).open();
}

/** The same, and it has booted. */
export async function bootedChargePoint(serverUrl: string, id: string, fields: object = {}): Promise<BareChargePoint> {
  return (await connectedChargePoint(serverUrl, id)).boot(fields);
}
