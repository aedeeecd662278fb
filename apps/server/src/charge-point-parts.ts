import { TLSSocket } from 'node:tls';
import { createAuthorities } from '#adapters/certificates/authorities.ts';
import { builtInAuthority } from '#adapters/certificates/built-in-authority.ts';
import { createRevocationLists } from '#adapters/certificates/revocation-lists.ts';
import { operationRules } from '#adapters/ocpp/calls/operation-rules.ts';
import { createCentralSystem } from '#adapters/ocpp/central-system.ts';
import { createClientCertificates } from '#adapters/ocpp/security/client-certificates.ts';
import type { Database } from '#db/database.ts';
import { isFromNetworks } from '#http/caller.ts';
import { proxyMatcher } from '#http/limits/connections.ts';
import type { Clock } from '#kernel/clock.ts';
import type { DelayedRefusals } from '#kernel/delayed-refusals.ts';
import type { Log } from '#kernel/log.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import { inWorkload } from '#kernel/workload.ts';
import type { Network } from '#modules/network/index.ts';
import {
  createCertificates,
  createCommands,
  createLinkRevocations,
  createMessageLog,
  createProfileUpgrades,
  createSecurityEvents,
  type OperationReports,
} from '#modules/operations/index.ts';
import { hasBoughtSession } from '#modules/sessions/index.ts';
import type { Metrics } from '#telemetry/metrics.ts';
import { hasTls } from './config/charge-points-config.ts';
import type { Config } from './config/config.ts';
import type { NodeParts } from './node-parts.ts';

interface ChargePointPartsOptions {
  config: Pick<Config, 'chargePoints' | 'charging' | 'keep' | 'trustProxy'>;
  database: Database;
  clock: Clock;
  log: Log;
}

/** The links of charge points, and the operator's functions for them. */
export function createChargePointParts(
  { config, database, clock, log }: ChargePointPartsOptions,
  {
    network,
    refusals,
    metrics,
    node,
  }: { network: Network; refusals: DelayedRefusals; metrics: Metrics; node: NodeParts },
) {
  const { organisation, authoritiesFile, revokedFiles, proxies, openNetworks } = config.chargePoints;
  const isOpenBehindProxies = isFromNetworks(openNetworks, config.trustProxy);
  const isOpenAtOnce = isFromNetworks(openNetworks, false);
  const securityEvents = createSecurityEvents({ database, clock, log });
  const messageLog = createMessageLog({ database, clock, log, days: config.keep.messageLogDays });
  const logSampled = createSampledLog(log, clock);
  const clientCertificates = createClientCertificates({
    authorities: createAuthorities({ file: authoritiesFile, ownRoot: () => certificates.findRoot(), clock }),
    revocations: createRevocationLists({ files: revokedFiles, clock, logSampled }),
    admitCertificate: (...about) => inWorkload('chargePoints', () => certificates.admitCertificate(...about)),
    organisation,
    clock,
  });
  const centralSystem = createCentralSystem({
    clock,
    log,
    messageLog,
    metrics,
    refusals,
    ownership: node.ownership,
    findCredentials: (chargePointId) => inWorkload('chargePoints', () => network.findCredentials(chargePointId)),
    noteSecretSeen: (chargePointId, hash) =>
      inWorkload('chargePoints', () => network.noteSecretSeen(chargePointId, hash)),
    noteOldSecretUse: (chargePointId, isOld) =>
      inWorkload('chargePoints', () => network.noteOldSecretUse(chargePointId, isOld)),
    listPasswordHashes: () => inWorkload('chargePoints', network.listPasswordHashes),
    noteProfileSeen: (chargePointId, profile) =>
      inWorkload('chargePoints', () => network.noteProfileSeen(chargePointId, profile)),
    lowerProfileRefused: (chargePointId, { usedProfile, minimumProfile, address }) =>
      inWorkload('chargePoints', () =>
        securityEvents.saveOwnEvent({
          chargePointId,
          type: 'LowerSecurityProfileRefused',
          at: clock.now(),
          receivedAt: clock.now(),
          techInfo: `came with ${usedProfile} from ${address}, may come with ${minimumProfile} or more`,
        }),
      ),
    // There is no proxy before our own TLS, so headers there are the caller's own.
    isOpenTo: (request) => (request.socket instanceof TLSSocket ? isOpenAtOnce : isOpenBehindProxies)(request),
    isProxy: proxyMatcher(proxies),
    certificates: clientCertificates,
    wanted: config.charging,
  });
  const commands = createCommands({
    database,
    clock,
    log,
    calls: centralSystem.calls,
    operationRules,
    hasBoughtSession,
    hasTls: hasTls(config.chargePoints),
    cluster: node.cluster,
  });
  const profileUpgrades = createProfileUpgrades({
    database,
    clock,
    calls: centralSystem.calls,
    commands,
    operationRules,
    hasBoughtSession,
  });
  const certificates = createCertificates({
    database,
    clock,
    log,
    commands,
    authority: builtInAuthority,
    organisation,
  });
  const linkRevocations = createLinkRevocations({
    database,
    clock,
    listRevokedElsewhere: clientCertificates.revokedSince,
    endLinks: centralSystem.endLinks,
  });
  return { linkRevocations, centralSystem, commands, certificates, profileUpgrades, securityEvents, messageLog };
}

/** What the OCPP adapter reports to `operations`. */
export function operationReportsOf({
  certificates,
  commands,
  securityEvents,
}: Pick<ReturnType<typeof createChargePointParts>, 'certificates' | 'commands' | 'securityEvents'>): OperationReports {
  const { answeredLate, taskReported } = commands;
  const { certificateRequested } = certificates;
  return {
    answeredLate,
    taskReported,
    certificateRequested,
    securityEventReported: securityEvents.securityEventReported,
  };
}
