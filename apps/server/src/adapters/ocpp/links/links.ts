import type { WebSocket } from 'ws';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { TokenBuckets } from '#kernel/token-bucket.ts';
import type { ConfigurationReport } from '#modules/network/index.ts';
import type { MessageLog } from '#modules/operations/index.ts';
import type { Metrics } from '#telemetry/metrics.ts';
import type { Admissions } from '../admissions.ts';
import { createCalls } from '../calls/calls.ts';
import { ChargePointSetup } from '../calls/charge-point-setup.ts';
import type { Ask, WantedConfiguration } from '../calls/configuration.ts';
import type { Incoming, Listeners } from '../incoming.ts';
import type { Violations } from '../violations.ts';
import { ChargePointLink } from './charge-point-link.ts';
import { drainLinks, SERVICE_RESTART } from './drain-links.ts';
import type { LinkEventLog } from './link-event-log.ts';
import { BYTE_RATE } from './link-limits.ts';
import { createLinkMetrics } from './link-metrics.ts';
import { Presence } from './presence.ts';
import type { UnfinishedLinks } from './unfinished-links.ts';

/** WebSocket close code of RFC 6455. */
const POLICY_VIOLATION = 1008;
const PING_INTERVAL_MS = 30 * SECOND_MS;
const CALL_TIMEOUT_MS = 15 * SECOND_MS;
/** A charge point that has booted says so at once. If it sends nothing for this long, it has only reconnected. */
const BOOT_TIMEOUT_MS = 5 * SECOND_MS;

export interface LinksOptions {
  clock: Clock;
  log: Log;
  pingIntervalMs?: number;
  /** How long a charge point may take to answer a call. */
  callTimeoutMs?: number;
  /** The configuration that charge points should have. */
  wanted: WantedConfiguration;
  /** Records the messages between charge points and the server. */
  messageLog: Pick<MessageLog, 'add'>;
  metrics: Pick<Metrics, 'counter' | 'gauges' | 'seconds'>;
  /** Which node owns which charge point, with several nodes. A link is not read before that is decided. */
  ownership?: LinkOwnership | undefined;
}

export interface LinkOwnership {
  addLink(chargePointId: string, close: () => void): { ready: Promise<void>; noteGone: () => void };
}

/** What is known of charge points beyond one link. */
interface LinksContext {
  listeners: () => Listeners | undefined;
  incoming: Incoming;
  admissions: Admissions;
  violations: Violations;
  unfinished: UnfinishedLinks;
  linkEventLog: LinkEventLog;
}

/** The current link of each charge point: opens, prepares, checks and ends it. */
export function createLinks(options: LinksOptions, context: LinksContext) {
  const { clock, log, pingIntervalMs = PING_INTERVAL_MS, callTimeoutMs = CALL_TIMEOUT_MS, wanted } = options;
  const { listeners, incoming, admissions, violations, unfinished, linkEventLog } = context;
  const links = new Map<string, ChargePointLink>();
  /** The certificate fingerprint that a link was accepted with. */
  const certificateOf = new WeakMap<ChargePointLink, string>();
  const linkMetrics = createLinkMetrics(options.metrics, () => links.size);
  const volumes = new TokenBuckets<string>(BYTE_RATE, clock);

  const presence = new Presence(
    async (chargePointId, isOnline) => {
      const reports = listeners()?.reports;
      return isOnline ? reports?.connected(chargePointId) : reports?.disconnected(chargePointId);
    },
    clock,
    log,
  );
  const saveConfiguration = async (configuration: ConfigurationReport) =>
    listeners()?.reports.configured(configuration);
  const setup = new ChargePointSetup({ wanted, saveConfiguration, clock, log });
  const { ask, sessionCalls, calls } = createCalls({
    links,
    admissions,
    canTrigger: (chargePointId) => setup.canTrigger(chargePointId),
    reportViolation: (chargePointId, action, problem) => violations.report(chargePointId, action, problem),
    log,
  });

  function prepare(chargePointId: string, link: ChargePointLink, isStatusUnknown: boolean): void {
    if (admissions.admissionOf(chargePointId) === 'rejected') return;
    const askThis: Ask = (action, request) => ask(link, chargePointId, action, request);
    void setup.prepare(chargePointId, askThis, isStatusUnknown);
  }

  let stopPings = clock.after(pingIntervalMs, checkLinks);
  function checkLinks(): void {
    for (const link of links.values()) link.checkAlive();
    stopPings = clock.after(pingIntervalMs, checkLinks);
  }

  return {
    sessionCalls,
    calls,
    isOnline: (chargePointId: string): boolean => links.has(chargePointId),

    /**
     * Adds the link of a charge point on this socket. `certificate`: the fingerprint of its client certificate, if any.
     * Returns a function that ends the link.
     */
    connect(chargePointId: string, socket: WebSocket, certificate: string | undefined): (reason: string) => void {
      const linkedAt = clock.now();
      const before = links.get(chargePointId);
      // The newest link wins. Rejecting it would lock a charge point out until its dead link is noticed.
      void before?.retire(1000, 'replaced by a newer link');
      let stopBootTimeout: () => void = () => undefined;
      const end = (reason: string): void => void link.retire(SERVICE_RESTART, reason).catch(() => socket.terminate());
      const ownedLink = options.ownership?.addLink(chargePointId, () => end('another node'));
      const reportOnline = (): Promise<void> => presence.set(chargePointId, true);
      const link = new ChargePointLink({
        chargePointId,
        socket,
        ready: Promise.all([before?.whenIdle(), ownedLink ? ownedLink.ready.then(reportOnline) : reportOnline()]),
        handle: (call, receivedAt) => incoming.handle(chargePointId, call, { receivedAt, linkedAt }),
        onAnswered: (action) => {
          if (action !== 'BootNotification') return;
          stopBootTimeout();
          prepare(chargePointId, link, false);
        },
        onAnsweredLate: (answer) => incoming.handleLateAnswer(chargePointId, answer),
        reportViolation: (problem) => violations.report(chargePointId, 'framing', problem),
        logExchange(message) {
          linkMetrics.countExchange(message);
          options.messageLog.add({ chargePointId, ...message });
        },
        volume: volumes.of(chargePointId),
        clock,
        callTimeoutMs,
        linkEventLog,
      });
      links.set(chargePointId, link);
      if (certificate !== undefined) certificateOf.set(link, certificate);
      unfinished.begin(chargePointId);
      stopBootTimeout = clock.after(BOOT_TIMEOUT_MS, () => prepare(chargePointId, link, true));
      socket.on('close', (code) => {
        linkMetrics.countEnd(code, listeners()?.reports.isCharging(chargePointId) ?? false);
        stopBootTimeout();
        ownedLink?.noteGone();
        void link.whenIdle().then(() => unfinished.end(chargePointId));
        if (links.get(chargePointId) !== link) return;
        links.delete(chargePointId);
        void presence.set(chargePointId, false);
      });
      return end;
    },

    /** Ends the links of charge points that would no longer be accepted. */
    endLinks(isChosen: (link: { chargePointId: string; certificate: string | undefined }) => boolean): void {
      for (const [chargePointId, link] of links)
        if (isChosen({ chargePointId, certificate: certificateOf.get(link) }))
          link.retire(POLICY_VIOLATION, 'not admitted any more').catch((error: unknown) => {
            linkEventLog.count('ocpp.socket_failed', 'a charge point socket failed', { chargePointId, error });
          });
    },

    /** Ends all links over the given time, once their received messages are handled. */
    async close(overMs: number): Promise<void> {
      await drainLinks([...links.values()], overMs, clock);
      stopPings();
      await presence.close();
    },
  };
}
