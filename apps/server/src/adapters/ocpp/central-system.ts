import { randomInt } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { WebSocketServer, type WebSocket } from 'ws';
import { isKnownAction } from '@bijli/ocpp/operations';
import { RpcError, type Call, type CallError, type CallResult } from '@bijli/ocpp/rpc';
import { SECOND_MS } from '#kernel/durations.ts';
import { createSampledLog } from '#kernel/log-sampler.ts';
import type { Log } from '#kernel/log.ts';
import type { SlowRefusals } from '#kernel/slow-refusals.ts';
import { TokenBucket, TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import type { ChargePointCalls, CommandReports, MessageLog } from '#modules/operations/index.ts';
import type { ChargePointReports, ChargePoints } from '#modules/sessions/charge-points.ts';
import type { Metrics } from '#telemetry/metrics.ts';
import { Admissions } from './admissions.ts';
import { createCalls } from './calls.ts';
import { ChargePointLink } from './charge-point-link.ts';
import type { Ask, WantedConfiguration } from './configuration.ts';
import { CountedLog } from './counted-log.ts';
import { drainLinks, SERVICE_RESTART } from './drain-links.ts';
import { CLOSE_TIMEOUT_MS, HANDSHAKE_RETRY_SECONDS, HANDSHAKES, VOLUME } from './link-limits.ts';
import { createLinkMetrics } from './link-metrics.ts';
import { Logins, type LoginsOptions } from './logins.ts';
import type { HandlerContext } from './on/handler.ts';
import { handlers } from './on/handlers.ts';
import { Preparation } from './preparation.ts';
import { Presence } from './presence.ts';
import { transportOf, type TransportOptions } from './transports.ts';
import { UnfinishedLinks } from './unfinished-links.ts';

const SUBPROTOCOL = 'ocpp1.6';
/** RFC 6455. */
const POLICY_VIOLATION = 1008;
const PING_INTERVAL_MS = 30 * SECOND_MS;
const CALL_TIMEOUT_MS = 15 * SECOND_MS;
/** transactionData of a long session is the largest message there is. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** A charge point that has just booted says so at once; one that is quiet this long only lost its link. */
const BOOT_TIMEOUT_MS = 5 * SECOND_MS;
/** Of so many charge points it is known what they did wrong; what one was forgotten for is told of again. */
const MAX_VIOLATORS = 50_000;
/** The id of a call of ours. */
const OWN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface CentralSystemOptions extends LoginsOptions, TransportOptions {
  log: Log;
  /** Hold back who is refused again and again. */
  refusals: SlowRefusals;
  pingIntervalMs?: number;
  /** How long a charge point may take to answer a call. */
  callTimeoutMs?: number;
  /** How many charge points may dial in at once, and each second after that. */
  handshakes?: Rate;
  /** What charge points are to be set to. */
  wanted: WantedConfiguration;
  /** Takes down what charge points and server say to each other. */
  messageLog: Pick<MessageLog, 'add'>;
  metrics: Pick<Metrics, 'counter' | 'gauges' | 'seconds'>;
  /** Who looks after charge points, among several nodes: nothing of a link is read before that is settled. */
  ownership?: LinkOwnership | undefined;
}

export interface LinkOwnership {
  linked(chargePointId: string, close: () => void): { ready: Promise<void>; gone: () => void };
}

export interface CentralSystem {
  /** Takes an HTTP upgrade for a path under `/ocpp/`. Answers 404 for a stranger, 401 for a wrong secret. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, caller: { address: string }): void;
  /** Says who hears of what charge points report. Needed before the first upgrade. */
  listen(reports: ChargePointReports, commandReports: CommandReports): void;
  /** For the rules of charging. */
  commands: ChargePoints;
  /** For what the operator asks. */
  calls: ChargePointCalls;
  /** Whether this server holds the charge point's link. */
  isOnline(chargePointId: string): boolean;
  /** Ends the links of those that would not be let in any more, with the fingerprint of the certificate by which each was. */
  endLinks(isMeant: (link: { chargePointId: string; certificate: string | undefined }) => boolean): void;
  /** How often a charge point did not keep to OCPP since the server began, by action. */
  violationsOf(chargePointId: string): Record<string, number>;
  /** How often charge points were refused or cut off since the server began, by the code of the log line. */
  counts(): Record<string, number>;
  /**
   * Ends every link once what was received is handled, and takes no more: spread over so long, so that not all of them dial in
   * anew at once.
   */
  close(overMs?: number): Promise<void>;
}

/** The OCPP 1.6J central system: holds one link for each charge point and translates between OCPP and the charging rules. */
export function createCentralSystem(options: CentralSystemOptions): CentralSystem {
  const { clock, log, refusals, pingIntervalMs = PING_INTERVAL_MS, callTimeoutMs = CALL_TIMEOUT_MS, wanted } = options;
  const { messageLog } = options;
  const countedLog = new CountedLog(createSampledLog(log, clock));
  const logins = new Logins(options, countedLog);
  const links = new Map<string, ChargePointLink>();
  /** By which certificate a link was let in. */
  const letInBy = new WeakMap<ChargePointLink, string>();
  const linkMetrics = createLinkMetrics(options.metrics, () => links.size);
  const unfinished = new UnfinishedLinks();
  /** Of those that are not simply accepted. */
  const admissions = new Admissions();
  const handshakes = new TokenBucket(options.handshakes ?? HANDSHAKES, clock);
  const volumes = new TokenBuckets<string>(VOLUME, clock);
  const violations = new LRUCache<string, Map<string, number>>({ max: MAX_VIOLATORS });
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // Answered by the link, which sees whether the charge point reads.
    autoPong: false,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  let reports: ChargePointReports | undefined;
  let commandReports: CommandReports | undefined;
  let isClosing = false;

  const presence = new Presence(
    async (chargePointId, isOnline) =>
      isOnline ? reports?.connected(chargePointId) : reports?.disconnected(chargePointId),
    clock,
    log,
  );

  const preparation = new Preparation({ wanted, report: async (report) => reports?.configured(report), clock, log });
  const canTrigger = (chargePointId: string): boolean => preparation.canTrigger(chargePointId);
  const { ask, commands, calls } = createCalls({ links, admissions, canTrigger, reportViolation, log });

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void> {
    if (isClosing || !reports) return reject(socket, 503);
    const accepted = await logins.accept(request, address, transportOf(request, options, countedLog));
    if ('status' in accepted) {
      const isToBeTold = accepted.status !== 429 || (await refusals.wait(address, request.socket.remoteAddress));
      if (!isToBeTold) return void socket.destroy();
      return reject(socket, accepted.status, accepted.retryAfterSeconds);
    }
    if (isClosing) return reject(socket, 503);
    const { chargePointId, admission, certificate } = accepted;
    if (!unfinished.hasRoom(chargePointId)) {
      const message = 'a charge point dials in faster than its links can be ended; it will try again';
      countedLog.count('ocpp.too_many_links', message, { chargePointId, address });
      return reject(socket, 503, CLOSE_TIMEOUT_MS / 1000);
    }
    // A stranger takes nobody's turn.
    if (!handshakes.take()) {
      const message = 'more charge points dial in than can be let in at once; they will try again';
      countedLog.count('ocpp.too_many_handshakes', message, { chargePointId, address });
      const { from, to } = HANDSHAKE_RETRY_SECONDS;
      return reject(socket, 503, randomInt(from, to + 1));
    }
    server.handleUpgrade(request, socket, head, (ws) => {
      // Before all else: what comes right behind the handshake may be no frame.
      ws.on('error', (error) =>
        countedLog.count('ocpp.socket_failed', 'a charge point socket failed', { chargePointId, error }),
      );
      admissions.set(chargePointId, admission);
      if (ws.protocol === SUBPROTOCOL) connect(chargePointId, ws, certificate);
      else sendAway(chargePointId, ws, request);
    });
  }

  /** OCPP-J 1.6 section 3.2: the handshake is finished without a subprotocol, then the link is closed. */
  function sendAway(chargePointId: string, ws: WebSocket, request: IncomingMessage): void {
    const offered = request.headers['sec-websocket-protocol']?.slice(0, 100);
    countedLog.count('ocpp.wrong_subprotocol', 'a charge point speaks no OCPP 1.6', { chargePointId, offered });
    ws.close(1002, `${SUBPROTOCOL} is spoken here`);
    const stopWaiting = clock.after(CLOSE_TIMEOUT_MS, () => ws.terminate());
    ws.on('close', stopWaiting);
  }

  function connect(chargePointId: string, socket: WebSocket, certificate: string | undefined): void {
    const linkedAt = clock.now();
    const before = links.get(chargePointId);
    // The newest link wins: rejecting it would lock a charge point out until its dead link is noticed.
    void before?.retire(1000, 'replaced by a newer link');
    let stopBootTimeout: () => void = () => undefined;
    const standing = options.ownership?.linked(chargePointId, () => {
      link.retire(SERVICE_RESTART, 'another node').catch(() => socket.terminate());
    });
    const arrived = (): Promise<void> => presence.set(chargePointId, true);
    const link = new ChargePointLink({
      chargePointId,
      socket,
      ready: Promise.all([before?.idle(), standing ? standing.ready.then(arrived) : arrived()]),
      handle: (call, receivedAt) => handle(chargePointId, call, { receivedAt, linkedAt }),
      answered: (action) => {
        if (action !== 'BootNotification') return;
        stopBootTimeout();
        prepare(chargePointId, link, false);
      },
      answeredLate: (answer) => answeredLate(chargePointId, answer),
      reportViolation: (problem) => reportViolation(chargePointId, 'framing', problem),
      takeDown(message) {
        linkMetrics.exchanged(message);
        messageLog.add({ chargePointId, ...message });
      },
      volume: volumes.of(chargePointId),
      clock,
      callTimeoutMs,
      countedLog,
    });
    links.set(chargePointId, link);
    if (certificate !== undefined) letInBy.set(link, certificate);
    unfinished.begin(chargePointId);
    stopBootTimeout = clock.after(BOOT_TIMEOUT_MS, () => prepare(chargePointId, link, true));
    socket.on('close', (code) => {
      linkMetrics.ended(code, reports?.isCharging(chargePointId) ?? false);
      stopBootTimeout();
      standing?.gone();
      void link.idle().then(() => unfinished.end(chargePointId));
      if (links.get(chargePointId) !== link) return;
      links.delete(chargePointId);
      void presence.set(chargePointId, false);
    });
  }

  async function handle(
    chargePointId: string,
    call: Call,
    times: Pick<HandlerContext, 'receivedAt' | 'linkedAt'>,
  ): Promise<object> {
    const handler = handlers.get(call.action);
    if (!handler) throw new RpcError(isKnownAction(call.action) ? 'NotSupported' : 'NotImplemented', 'not done here');
    if (!reports || !commandReports) throw new RpcError('InternalError', 'not ready');
    return handler(call, {
      chargePointId,
      ...times,
      reports,
      commandReports,
      reportViolation: (action, problem) => reportViolation(chargePointId, action, problem),
      admitted: (admission) => admissions.set(chargePointId, admission),
      log: (facts, messages) => countedLog.hear(chargePointId, messages, facts),
    });
  }

  /** Counts it; the first of an action is logged. */
  function reportViolation(chargePointId: string, action: string, problem: string): void {
    const counts = violations.get(chargePointId) ?? new Map<string, number>();
    violations.set(chargePointId, counts);
    const before = counts.get(action) ?? 0;
    counts.set(action, before + 1);
    if (before > 0) return;
    log.warn(
      { event: 'ocpp.violation', chargePointId, action, problem },
      'a charge point does not keep to OCPP 1.6; logged once',
    );
  }

  /** Answers to what the operator asked are kept, however late they come, also to a server that did not ask. */
  function answeredLate(chargePointId: string, answer: CallResult | CallError): void {
    if (!OWN_ID.test(answer.id)) return;
    const kept = answer.kind === 'result' ? ({ ...answer, kind: 'answered' } as const) : answer;
    commandReports?.answeredLate(chargePointId, answer.id, kept).catch((error: unknown) => {
      countedLog.count('ocpp.late_answer_lost', 'a late answer of a charge point was not kept', {
        chargePointId,
        error,
      });
    });
  }

  function prepare(chargePointId: string, link: ChargePointLink, isStatusUnknown: boolean): void {
    if (admissions.of(chargePointId) === 'rejected') return;
    const askThis: Ask = (action, request) => ask(link, chargePointId, action, request);
    void preparation.prepare(chargePointId, askThis, isStatusUnknown);
  }

  let stopPings = clock.after(pingIntervalMs, checkLinks);
  function checkLinks(): void {
    for (const link of links.values()) link.checkAlive();
    stopPings = clock.after(pingIntervalMs, checkLinks);
  }

  return {
    upgrade(request, socket, head, { address }) {
      socket.on('error', (error) => log.debug({ event: 'ocpp.handshake_aborted', error }, 'a charge point went away'));
      accept(request, socket, head, address).catch((error: unknown) => {
        const message = 'a charge point could not be admitted; it will try again';
        countedLog.count('ocpp.not_admitted', message, { address, error });
        reject(socket, 503);
      });
    },
    listen(listener, listenerOfCommands) {
      reports = listener;
      commandReports = listenerOfCommands;
    },
    commands,
    calls,
    violationsOf: (chargePointId) => Object.fromEntries(violations.get(chargePointId) ?? []),
    isOnline: (chargePointId) => links.has(chargePointId),
    endLinks(isMeant) {
      for (const [chargePointId, link] of links)
        if (isMeant({ chargePointId, certificate: letInBy.get(link) }))
          link.retire(POLICY_VIOLATION, 'not admitted any more').catch((error: unknown) => {
            countedLog.count('ocpp.socket_failed', 'a charge point socket failed', { chargePointId, error });
          });
    },
    counts: () => countedLog.all(),
    async close(overMs = 0) {
      isClosing = true;
      await drainLinks([...links.values()], overMs, clock);
      stopPings();
      await presence.close();
    },
  };
}

function reject(socket: Duplex, status: 401 | 404 | 429 | 503, retryAfterSeconds?: number): void {
  const realm = status === 401 ? 'WWW-Authenticate: Basic realm="ocpp"\r\n' : '';
  const retry = retryAfterSeconds === undefined ? '' : `Retry-After: ${retryAfterSeconds}\r\n`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${realm}${retry}`;
  // The other side may never end its half.
  socket.end(`${head}Connection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
