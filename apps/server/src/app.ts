import type { FastifyInstance } from 'fastify';
import { providerOrigins } from '#adapters/payments/chosen-payment-provider.ts';
import { allFenced } from '#cluster/owners.ts';
import type { Database } from '#db/database.ts';
import type { Authenticate } from '#http/caller.ts';
import { createHttp } from '#http/calls/serve.ts';
import { proxyMatcher } from '#http/limits/connections.ts';
import { mapTilesRoutes } from '#http/pages/map-tiles.routes.ts';
import { openMapTiles } from '#http/pages/map-tiles.ts';
import { redirectToPublicHost } from '#http/pages/web-client.ts';
import { createServer, type ServerOptions } from '#http/server/server.ts';
import type { TlsServer } from '#http/server/tls-server.ts';
import { createWarmUp } from '#http/server/warm-up.ts';
import { createDelayedRefusals, type DelayedRefusals } from '#kernel/delayed-refusals.ts';
import { allInWorkload } from '#kernel/workload.ts';
import { chargePointFilesRoutes } from '#modules/files/files.routes.ts';
import { createReportHandlers } from '#modules/sessions/report-handlers.ts';
import { metricsRoutes } from '#telemetry/metrics.routes.ts';
import { serveApi, servePages } from './app.routes.ts';
import { operationReportsOf } from './charge-point-parts.ts';
import { createModules, type AppOptions, type Modules } from './create-modules.ts';
import { registerGauges } from './gauges.ts';
import { jobKinds, startLoops } from './jobs.ts';
import { fencedReports, joinNodes } from './node-parts.ts';
import { operatorRoutes } from './operator.routes.ts';
import { createUpgradePaths } from './upgrade-paths.ts';

export type { AppOptions } from './create-modules.ts';
export type App = Awaited<ReturnType<typeof createApp>>;

/** The server: all modules and adapters, opened and closed in order. */
export async function createApp(options: AppOptions) {
  const { config, database, clock } = options;
  const refusals = createDelayedRefusals(clock, proxyMatcher(config.trustProxy));
  const modules = createModules(options, refusals);
  const { availability, discovery, sessions, centralSystem, hub, node } = modules;
  const warmUp = createWarmUp(modules.accounts.authenticate);
  const app = await createServer(serverOptions(options, { ...modules, authenticate: warmUp.authenticate }, refusals));
  let isDraining = false;
  const whyNotServing = () => (isDraining ? 'the server is ending' : options.whyNotServing?.());
  const { served, mapTiles } = await serveRoutes(app, modules, warmUp.authenticate, { ...options, whyNotServing });
  const stopGauges = registerGauges(modules.metrics, { ...modules, backups: options.backups }, { database, clock });
  const upgradePaths = createUpgradePaths(options, { centralSystem, hub, refusals, isDraining: () => isDraining });
  app.server.on('upgrade', upgradePaths.upgrade);
  listenToChargePoints(modules, database);
  const loops: (() => Promise<void>)[] = [];
  let tlsServer: TlsServer | undefined;

  return {
    database,
    modules,
    served,
    inject: app.inject.bind(app),

    /** Recovers open work and starts to serve. Resolves with the address. */
    async listen(): Promise<string> {
      await modules.jobs.open(jobKinds({ ...modules, backups: options.backups }));
      await sessions.resume();
      loops.push(await joinNodes(options.node, node, modules, options));
      availability.begin();
      await modules.commands.endSentBefore();
      loops.push(...startLoops({ ...modules, backups: options.backups }, options));
      modules.jobs.start();
      // Other nodes serve meanwhile. A single node makes all callers wait for it.
      if (options.node) {
        await discovery.loadList();
        await warmUp.run(app);
      }
      const url = await app.listen({ host: config.host, port: config.port });
      tlsServer = await upgradePaths.openTls();
      return url;
    },

    /** The server for charge points with our own TLS. Undefined without it. */
    chargePointPort: (): number | undefined => tlsServer?.port,

    /**
     * Ends the links of charge points, spread over this time, while everything else is still served, and then the rest.
     */
    async close(drainMs = 0): Promise<void> {
      isDraining = true;
      modules.commands.endStreams();
      availability.noteEnding();
      await centralSystem.close(drainMs);
      await tlsServer?.close();
      for (const stop of loops.splice(0)) await stop();
      options.backups?.giveUp();
      await modules.jobs.close();
      modules.mail.close();
      await modules.certificates.close();
      await modules.commands.close();
      await hub.close();
      await app.close();
      await mapTiles?.close();
      await sessions.close();
      await availability.close();
      stopGauges();
      await discovery.close();
      await modules.messageLog.close();
      await node.bus?.close();
    },
  };
}

function serverOptions(
  { config, log, clock }: AppOptions,
  { staff, authenticate }: Pick<Modules, 'staff'> & { authenticate: Authenticate },
  refusals: DelayedRefusals,
): ServerOptions {
  return {
    log,
    clock,
    origins: config.origins,
    publicUrl: config.publicUrl,
    providerOrigins: providerOrigins(config),
    dealerOrigins: config.shop.dealerUrl ? [new URL(config.shop.dealerUrl).origin] : [],
    mapOrigins: config.map?.origins ?? [],
    trustProxy: config.trustProxy,
    floodLimits: config.floodLimits,
    refusals,
    requestsAtOnce: config.requestsAtOnce,
    requestLogPercent: config.requestLogPercent,
    authenticate: async (token) => (await authenticate(token)) ?? (await staff.authenticate(token)),
  };
}

/** Serves everything over HTTP. */
async function serveRoutes(app: FastifyInstance, modules: Modules, authenticate: Authenticate, options: AppOptions) {
  const { config, database, clock, log, checksReplies = false } = options;
  const http = createHttp(app, authenticate, checksReplies);
  operatorRoutes(app, modules, { database, clock, log, served: http.served, checksReplies });
  await serveApi(http, modules, options);
  chargePointFilesRoutes(app, modules.files);
  const mapTiles = config.map?.file === undefined ? undefined : await openMapTiles(config.map.file);
  if (mapTiles) mapTilesRoutes(app, mapTiles);
  if (config.isDemo || config.metricsToken) metricsRoutes(app, modules.metrics, config.metricsToken);
  if (config.isDemo) redirectToPublicHost(app, config.publicUrl);
  if (options.pages) await servePages(app, http, modules, { ...options, pages: options.pages });
  return { served: http.served, mapTiles };
}

/** Passes reports of charge points to the modules, if this node owns the charge point. */
function listenToChargePoints(modules: Modules, database: Database): void {
  const { network, availability, sessions, centralSystem, localLists, node } = modules;
  const reports = createReportHandlers({ database, network, availability, sessions });
  centralSystem.listen(
    allInWorkload('chargePoints', fencedReports(node, localLists.wrapReports(reports), availability)),
    allInWorkload('chargePoints', allFenced(node.owners, operationReportsOf(modules))),
  );
}
