import { eventName } from '@bijli/contract/realtime';
import type { RenderShop } from '@bijli/contract/shop-page';
import { createCentralSystem } from '#adapters/ocpp/central-system.ts';
import { chosenProvider, providerOrigins } from '#adapters/payments/chosen-provider.ts';
import { createMailOutbox } from '#adapters/mail/mail-outbox.ts';
import { createSmtpSender } from '#adapters/mail/smtp.ts';
import { createWebPush } from '#adapters/push/web-push.ts';
import { chosenSender } from '#adapters/sms/chosen-sender.ts';
import type { Config } from './config/config.ts';
import { paymentSettings, storefrontSettings } from './config/module-options.ts';
import type { Database } from '#db/database.ts';
import { createProbe } from '#db/migrate.ts';
import { createEvents } from '#events/events.ts';
import { addressFinder } from '#http/caller.ts';
import { proxiesAmong } from '#http/connections.ts';
import { createHttp } from '#http/handle.ts';
import { operationsRoutes } from '#http/operations.routes.ts';
import { maxUpgrades } from '#http/rate-limits.ts';
import { createServer } from '#http/server.ts';
import { openShopClient } from '#http/shop-client.ts';
import { createUpgrades } from '#http/upgrades.ts';
import { openToOneHost, serveWebClient } from '#http/web-client.ts';
import type { Clock } from '#kernel/clock.ts';
import { allInLane, inLane } from '#kernel/lane.ts';
import { sampledLog } from '#kernel/log-sampler.ts';
import { createSlowRefusals } from '#kernel/slow-refusals.ts';
import { startRetention } from '#kernel/retention.ts';
import type { Logger } from 'pino';
import { createAccounts, createPersonalData, driverErased } from '#modules/accounts/index.ts';
import { accountsRoutes } from '#modules/accounts/accounts.routes.ts';
import { personalDataRoutes } from '#modules/accounts/personal-data.routes.ts';
import { PERSONAL_PARTS } from './personal-parts.ts';
import { chargePointEvents } from '#modules/sessions/charge-point-events.ts';
import { historyRoutes } from '#modules/sessions/history/history.routes.ts';
import { createSessionHistory } from '#modules/sessions/history/index.ts';
import { sessionsRoutes } from '#modules/sessions/sessions.routes.ts';
import { sessionsSockets } from '#modules/sessions/sessions.sockets.ts';
import { SESSION_RULES, createSessions } from '#modules/sessions/index.ts';
import { createAvailability } from '#modules/availability/index.ts';
import { discoveryRoutes } from '#modules/discovery/discovery.routes.ts';
import { createDiscovery, stationsChanged } from '#modules/discovery/index.ts';
import { faultsRoutes } from '#modules/faults/faults.routes.ts';
import { createFaults } from '#modules/faults/index.ts';
import { createNetwork } from '#modules/network/index.ts';
import { createNotifications } from '#modules/notifications/index.ts';
import { notificationsRoutes } from '#modules/notifications/notifications.routes.ts';
import { createPayments, startReconciler } from '#modules/payments/index.ts';
import { paymentsRoutes } from '#modules/payments/payments.routes.ts';
import { createReviews } from '#modules/reviews/index.ts';
import { reviewsRoutes } from '#modules/reviews/reviews.routes.ts';
import { createStorefront } from '#modules/storefront/index.ts';
import { shopPagesRoutes } from '#modules/storefront/pages.routes.ts';
import { storefrontRoutes } from '#modules/storefront/storefront.routes.ts';
import { createVehicles } from '#modules/vehicles/index.ts';
import { vehiclesRoutes } from '#modules/vehicles/vehicles.routes.ts';
import { createTopUps, createWallet } from '#modules/wallet/index.ts';
import { topUpsRoutes } from '#modules/wallet/top-ups.routes.ts';
import { walletRoutes } from '#modules/wallet/wallet.routes.ts';
import { createHub } from '#realtime/hub.ts';

const PING_INTERVAL_MS = 30_000;
const CALL_TIMEOUT_MS = 15_000;

export interface AppOptions {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  /** The built app and shop, and what renders the shop's pages; none in tests of the API alone. */
  pages: { web: string; shop: string; renderShop: RenderShop } | undefined;
  /** Why this node serves no longer, if it does not. */
  problem?: () => string | undefined;
  /** Holds replies to the contract: for tests. */
  checkReplies?: boolean;
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** The one place that knows every module and every adapter. */
export async function createApp(options: AppOptions) {
  const { config, database, clock, log, pages, problem, checkReplies = false } = options;
  const events = createEvents({ log });
  const refusals = createSlowRefusals(clock, proxiesAmong(config.trustProxy));
  const sms = chosenSender(config.sms, { clock, log });
  const accounts = createAccounts({
    database,
    clock,
    log,
    sms,
    limits: config.codeLimits,
    domain: new URL(config.publicUrl).hostname,
    events,
  });
  const copies = createPersonalData({ database, clock, parts: PERSONAL_PARTS });
  const hub = createHub({ authenticate: accounts.authenticate, clock, log });
  const network = createNetwork({ database, clock });
  const availability = createAvailability({ clock, log, network, events });
  const discovery = createDiscovery({ database, clock, log, network, availability, events });
  events.onNotice(stationsChanged, (changed) => hub.sendAll(eventName.availability, changed));
  hub.greet(eventName.availability, availability.recentChanges);
  const vehicles = createVehicles({ database, clock });
  const wallet = createWallet({ clock });
  const notifications = createNotifications({
    database,
    clock,
    log,
    push: createWebPush({ log, contact: `mailto:${config.support.email}`, origins: config.push.origins }),
    keys: config.push.keys,
    events,
    network,
    discovery,
    freePaise: async (tx, driverId) => (await wallet.balanceOf(tx, driverId)).freePaise,
  });
  const payments = createPayments({
    database,
    clock,
    log,
    provider: chosenProvider(config, { clock, log }),
    ...paymentSettings(config),
    events,
  });
  const topUps = createTopUps({ payments, clock, limits: config.topUp });
  const centralSystem = createCentralSystem({
    clock,
    log,
    refusals,
    credentials: (chargePointId) => inLane('chargePoints', () => network.credentials(chargePointId)),
    passwordHashes: () => inLane('chargePoints', network.passwordHashes),
    pingIntervalMs: PING_INTERVAL_MS,
    callTimeoutMs: CALL_TIMEOUT_MS,
    wanted: config.charging,
  });
  const sessions = createSessions({
    database,
    clock,
    log,
    wallet,
    network,
    availability,
    vehicles,
    points: centralSystem.commands,
    screens: hub,
    events,
    rules: {
      ...SESSION_RULES,
      startWithinMs: config.charging.startWithinSeconds * 1e3,
      linkPatienceMs: config.charging.linkPatienceSeconds * 1e3,
    },
  });
  const history = createSessionHistory({ database, network, vehicles });
  const reviews = createReviews({ database, clock, network, discovery, history, names: accounts.names });
  const faults = createFaults({ database, clock, network, sessions });

  const { smtpUrl, from, outbox: mailFolder } = config.shop.mail;
  const smtp = smtpUrl ? createSmtpSender({ url: smtpUrl, from }) : undefined;
  const storefront = createStorefront({
    database,
    clock,
    log,
    payments,
    mail: smtp ?? createMailOutbox(mailFolder, { clock, log }),
    sms,
    ...storefrontSettings(config),
  });

  const app = await createServer({
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
    authenticate: accounts.authenticate,
  });
  for (const module of [sessions, payments, wallet, vehicles, discovery, notifications, copies])
    events.on(driverErased, (tx, request) => module.eraseDriver(tx, request));

  const http = createHttp(app, accounts.authenticate, checkReplies);
  accountsRoutes(http, accounts, {
    balance: (driverId) => wallet.balanceOf(database, driverId),
    defaultVehicle: vehicles.defaultOf,
    signedOut: hub.disconnect,
    secureCookies: config.publicUrl.startsWith('https:'),
  });
  personalDataRoutes(http, copies);
  discoveryRoutes(http, discovery, {
    balance: (driverId) => wallet.balanceOf(database, driverId),
    vehicles: vehicles.ofDriver,
    stillPlugged: sessions.stillPlugged,
  });
  vehiclesRoutes(http, vehicles);
  walletRoutes(http, { database, wallet, topUps }, { stationNames: history.stationNames });
  topUpsRoutes(http, topUps, { payer: accounts.driver });
  paymentsRoutes(http, payments);
  notificationsRoutes(http, notifications);
  sessionsRoutes(http, sessions, history);
  historyRoutes(http, history, { ownRatings: reviews.ratesOf });
  reviewsRoutes(http, reviews);
  faultsRoutes(http, faults);
  storefrontRoutes(http, storefront, vehicles.forShop);
  sessionsSockets(hub, sessions, clock);
  sms.routes?.(http);
  const probe = createProbe(database);
  await operationsRoutes(http, config, async () => problem?.() ?? (await probe()));
  if (config.demo) openToOneHost(app, config.publicUrl);
  if (pages) {
    const { brand, publicUrl, support, demo } = config;
    const settings = { brand, publicUrl, support, demo, dealerUrl: config.shop.dealerUrl };
    const document = await openShopClient(pages.shop, pages.renderShop, settings);
    shopPagesRoutes(http, storefront, { document, publicUrl, vehicles: vehicles.forShop });
    await serveWebClient(app, pages.web, [pages.shop]);
  }

  const upgrades = createUpgrades({
    paths: {
      '/ocpp/': { take: centralSystem.upgrade, isCountedThere: true },
      '/socket.io/': { take: hub.upgrade },
    },
    addressOf: addressFinder(config.trustProxy),
    perMinute: maxUpgrades(config.floodLimits),
    refusals,
    clock,
    say: sampledLog(log, clock),
  });
  app.server.on('upgrade', upgrades);
  centralSystem.listen(allInLane('chargePoints', chargePointEvents({ network, availability, sessions })));
  let stopReconciling: (() => Promise<void>) | undefined;
  let closeShop: (() => Promise<void>) | undefined;
  let stopTidying: (() => Promise<void>) | undefined;

  return {
    database,
    sessions,
    payments,
    storefront,
    served: http.served,
    inject: app.inject.bind(app),

    /** Takes up what was left open and answers from now on; resolves with the address. */
    async listen(): Promise<string> {
      await sessions.resume();
      notifications.resume();
      stopReconciling = startReconciler(payments, { clock, log });
      closeShop = storefront.run();
      const modules = [accounts, copies, notifications, sessions, payments, storefront];
      stopTidying = startRetention(
        modules.map((module) => () => module.purgeExpired()),
        { clock, log },
      );
      return app.listen({ host: config.host, port: config.port });
    },

    async close(): Promise<void> {
      await stopReconciling?.();
      await closeShop?.();
      smtp?.close();
      await stopTidying?.();
      await centralSystem.close();
      await hub.close();
      await app.close();
      await sessions.close();
      await notifications.close();
      await availability.close();
      await discovery.close();
    },
  };
}
