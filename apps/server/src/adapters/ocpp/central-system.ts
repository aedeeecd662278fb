import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createSampledLog } from '#kernel/sampled-log.ts';
import type { ChargePointCalls, OperationReports } from '#modules/operations/index.ts';
import type { ChargePointReports, ChargePoints } from '#modules/sessions/index.ts';
import { Admissions } from './admissions.ts';
import { createIncoming, type Listeners } from './incoming.ts';
import { LinkEventLog } from './links/link-event-log.ts';
import { createLinks, type LinksOptions } from './links/links.ts';
import { UnfinishedLinks } from './links/unfinished-links.ts';
import { createHandshake, type HandshakeOptions } from './security/handshake.ts';
import { Violations } from './violations.ts';

export interface CentralSystemOptions extends HandshakeOptions, LinksOptions {}

export interface CentralSystem {
  /**
   * Handles an HTTP upgrade for a path under `/ocpp/`. Answers 404 for an unknown charge point, 401 for a wrong secret.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, caller: { address: string }): void;
  /** Sets who receives the reports of charge points. Call it before the first upgrade. */
  listen(reports: ChargePointReports, operationReports: OperationReports): void;
  /** The session rules call charge points with it. */
  sessionCalls: ChargePoints;
  /** The staff's commands are sent with it. */
  calls: ChargePointCalls;
  /** True if this server holds the charge point's link. */
  isOnline(chargePointId: string): boolean;
  /**
   * Ends the links of charge points that would no longer be accepted. `certificate` is the fingerprint of the one that
   * the link used.
   */
  endLinks(isChosen: (link: { chargePointId: string; certificate: string | undefined }) => boolean): void;
  /** How often a charge point has violated OCPP since the server started, by action. */
  violationsOf(chargePointId: string): Record<string, number>;
  /** How often charge points were refused or cut off since the server started, by event code. */
  counts(): Record<string, number>;
  /**
   * Accepts no more links, and ends each once its received messages are handled. The ends are spread over `overMs`, so
   * that not all charge points reconnect at once.
   */
  close(overMs?: number): Promise<void>;
}

/**
 * The OCPP 1.6J central system: holds one link for each charge point and translates between OCPP and the charging
 * rules.
 */
export function createCentralSystem(options: CentralSystemOptions): CentralSystem {
  const linkEventLog = new LinkEventLog(createSampledLog(options.log, options.clock));
  const unfinished = new UnfinishedLinks();
  /** Charge points that were not accepted. */
  const admissions = new Admissions();
  const violations = new Violations(options.log);
  let current: Listeners | undefined;
  let isClosing = false;

  const listeners = (): Listeners | undefined => current;
  const incoming = createIncoming({ listeners, admissions, violations, linkEventLog });
  const links = createLinks(options, { listeners, incoming, admissions, violations, unfinished, linkEventLog });
  const { upgrade } = createHandshake(options, {
    linkEventLog,
    unfinished,
    isOpen: () => !isClosing && current !== undefined,
    onAdmitted: ({ chargePointId, admission }) => admissions.set(chargePointId, admission),
    addLink: ({ chargePointId, certificate }, socket) => links.connect(chargePointId, socket, certificate),
  });

  return {
    upgrade,
    listen(reports, operationReports) {
      current = { reports, operationReports };
    },
    sessionCalls: links.sessionCalls,
    calls: links.calls,
    violationsOf: (chargePointId) => violations.countsOf(chargePointId),
    isOnline: links.isOnline,
    endLinks: links.endLinks,
    counts: () => linkEventLog.all(),
    async close(overMs = 0) {
      isClosing = true;
      await links.close(overMs);
    },
  };
}
