import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createSampledLog } from '#kernel/log-sampler.ts';
import type { ChargePointCalls, CommandReports } from '#modules/operations/index.ts';
import type { ChargePointReports, ChargePoints } from '#modules/sessions/charge-points.ts';
import { Admissions } from './admissions.ts';
import { CountedLog } from './counted-log.ts';
import { createHandshake, type HandshakeOptions } from './handshake.ts';
import { createIncoming, type Listeners } from './incoming.ts';
import { createLinks, type LinksOptions } from './links.ts';
import { UnfinishedLinks } from './unfinished-links.ts';
import { Violations } from './violations.ts';

export interface CentralSystemOptions extends HandshakeOptions, LinksOptions {}

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
  const countedLog = new CountedLog(createSampledLog(options.log, options.clock));
  const unfinished = new UnfinishedLinks();
  /** Of those that are not simply accepted. */
  const admissions = new Admissions();
  const violations = new Violations(options.log);
  let current: Listeners | undefined;
  let isClosing = false;

  const listeners = (): Listeners | undefined => current;
  const incoming = createIncoming({ listeners, admissions, violations, countedLog });
  const links = createLinks(options, { listeners, incoming, admissions, violations, unfinished, countedLog });
  const { upgrade } = createHandshake(options, {
    countedLog,
    unfinished,
    isOpen: () => !isClosing && current !== undefined,
    admitted: ({ chargePointId, admission }) => admissions.set(chargePointId, admission),
    linked: ({ chargePointId, certificate }, socket) => links.connect(chargePointId, socket, certificate),
  });

  return {
    upgrade,
    listen(reports, commandReports) {
      current = { reports, commandReports };
    },
    commands: links.commands,
    calls: links.calls,
    violationsOf: (chargePointId) => violations.of(chargePointId),
    isOnline: links.isOnline,
    endLinks: links.end,
    counts: () => countedLog.all(),
    async close(overMs = 0) {
      isClosing = true;
      await links.close(overMs);
    },
  };
}
