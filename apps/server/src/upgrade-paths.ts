import type { CentralSystem } from '#adapters/ocpp/central-system.ts';
import { addressFinder } from '#http/caller.ts';
import { maxUpgrades } from '#http/limits/rate-limits.ts';
import { openTlsServer, type TlsServer } from '#http/server/tls-server.ts';
import { createUpgrades } from '#http/server/upgrades.ts';
import type { Clock } from '#kernel/clock.ts';
import type { DelayedRefusals } from '#kernel/delayed-refusals.ts';
import type { Log } from '#kernel/log.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import type { Hub } from '#realtime/hub.ts';
import type { Config } from './config/config.ts';

interface UpgradePathsOptions {
  config: Pick<Config, 'chargePoints' | 'floodLimits' | 'host' | 'trustProxy'>;
  clock: Clock;
  log: Log;
}

interface Takers {
  centralSystem: CentralSystem;
  hub: Hub;
  refusals: DelayedRefusals;
  isDraining: () => boolean;
}

/** The paths of WebSockets: charge points and drivers' screens. The port with our own TLS is for charge points only. */
export function createUpgradePaths(
  { config, clock, log }: UpgradePathsOptions,
  { centralSystem, hub, refusals, isDraining }: Takers,
) {
  const taker = { take: centralSystem.upgrade, isCountedThere: true };
  // Some charge points join an address that ends with a slash and a path that begins with one.
  const chargePoints = { '/ocpp/': taker, '//ocpp/': taker };
  const shared = {
    perMinute: maxUpgrades(config.floodLimits),
    refusals,
    isDraining,
    clock,
    logSampled: createSampledLog(log, clock),
  };

  return {
    upgrade: createUpgrades({
      ...shared,
      paths: { ...chargePoints, '/socket.io/': { take: hub.upgrade } },
      addressOf: addressFinder(config.trustProxy),
    }),

    /** Undefined without a port with our own TLS. */
    async openTls(): Promise<TlsServer | undefined> {
      const { tls } = config.chargePoints;
      if (!tls) return undefined;
      const upgrade = createUpgrades({ ...shared, paths: chargePoints, addressOf: addressFinder(false) });
      return openTlsServer({ ...tls, host: config.host, upgrade, clock, log });
    },
  };
}
