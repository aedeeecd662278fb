import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { rupees } from '@bijli/contract/money';
import { socketEvent } from '@bijli/contract/realtime';
import type { RenderShop } from '@bijli/contract/shop-page';
import { chosenMailSender } from '#adapters/mail/chosen-mail-sender.ts';
import { operationRules } from '#adapters/ocpp/operation-rules.ts';
import { chosenPaymentProvider, providerOrigins } from '#adapters/payments/chosen-payment-provider.ts';
import { createWebPush } from '#adapters/push/web-push.ts';
import { chosenSmsSender } from '#adapters/sms/chosen-sms-sender.ts';
import { allFenced } from '#cluster/owners.ts';
import type { Database } from '#db/database.ts';
import { createEvents } from '#events/events.ts';
import { proxiesAmong } from '#http/connections.ts';
import { mapTilesRoutes } from '#http/map-tiles.routes.ts';
import { openMapTiles } from '#http/map-tiles.ts';
import { operationsRoutes } from '#http/operations.routes.ts';
import { createHttp, type Http } from '#http/serve.ts';
import { createServer } from '#http/server.ts';
import { openShopClient } from '#http/shop-client.ts';
import type { TlsServer } from '#http/tls-server.ts';
import { openToOneHost, serveWebClient } from '#http/web-client.ts';
import { createJobQueues } from '#jobs/job-queues.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { allInLane } from '#kernel/lane.ts';
import { createSlowRefusals, type SlowRefusals } from '#kernel/slow-refusals.ts';
import { accountsRoutes } from '#modules/accounts/accounts.routes.ts';
import { createAccounts, createPersonalData, driverErased } from '#modules/accounts/index.ts';
import { personalDataRoutes } from '#modules/accounts/personal-data.routes.ts';
import { createAvailability } from '#modules/availability/index.ts';
import { complaintsRoutes } from '#modules/complaints/complaints.routes.ts';
import { createComplaints } from '#modules/complaints/index.ts';
import { discoveryRoutes } from '#modules/discovery/discovery.routes.ts';
import { createDiscovery, stationsChanged } from '#modules/discovery/index.ts';
import { createFaults } from '#modules/faults/index.ts';
import { createLocalLists } from '#modules/local-lists/index.ts';
import { createNetwork } from '#modules/network/index.ts';
import { createNotifications } from '#modules/notifications/index.ts';
import { notificationsRoutes } from '#modules/notifications/notifications.routes.ts';
import { createPayments } from '#modules/payments/index.ts';
import { paymentsRoutes } from '#modules/payments/payments.routes.ts';
import { createReceipts } from '#modules/receipts/index.ts';
import { receiptsRoutes } from '#modules/receipts/receipts.routes.ts';
import { createReviews } from '#modules/reviews/index.ts';
import { reviewsRoutes } from '#modules/reviews/reviews.routes.ts';
import { historyRoutes } from '#modules/sessions/history/history.routes.ts';
import { createSessionHistory, listVehiclesNamed } from '#modules/sessions/history/index.ts';
import { SESSION_RULES, createSessions } from '#modules/sessions/index.ts';
import { reportHandlers } from '#modules/sessions/report-handlers.ts';
import { sessionsRoutes } from '#modules/sessions/sessions.routes.ts';
import { sessionsSockets } from '#modules/sessions/sessions.sockets.ts';
import { createStaff, type PasswordCost } from '#modules/staff/index.ts';
import { createStorefront } from '#modules/storefront/index.ts';
import { shopPagesRoutes } from '#modules/storefront/shop-pages.routes.ts';
import { storefrontRoutes } from '#modules/storefront/storefront.routes.ts';
import { cardsRoutes } from '#modules/tokens/cards.routes.ts';
import { createCards } from '#modules/tokens/index.ts';
import { createVehicles } from '#modules/vehicles/index.ts';
import { vehiclesRoutes } from '#modules/vehicles/vehicles.routes.ts';
import { createTopUps, createWallet } from '#modules/wallet/index.ts';
import { topUpsRoutes } from '#modules/wallet/top-ups.routes.ts';
import { walletRoutes } from '#modules/wallet/wallet.routes.ts';
import { createHub } from '#realtime/hub.ts';
import { createSharedScreens } from '#realtime/shared-screens.ts';
import { metricsRoutes } from '#telemetry/metrics.routes.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import type { Backups } from './backup/backups.ts';
import { commandReportsOf, createChargePointParts } from './charge-point-parts.ts';
import type { Config } from './config/config.ts';
import { paymentOptions, receiptOptions, storefrontOptions } from './config/module-options.ts';
import { demoRoutes } from './demo.routes.ts';
import { tellFigures } from './figures.ts';
import { jobKinds, startJobs } from './jobs.ts';
import { createLedgerJob } from './ledger-job.ts';
import { createNodeParts, dependenciesOf, fencedReports, joinNodes, type NodeOptions } from './node-parts.ts';
import { operatorRoutes } from './operator.routes.ts';
import { PERSONAL_PARTS } from './personal-parts.ts';
import { createUpgradePaths } from './upgrade-paths.ts';

/** Folders of the built app and the built shop, and what renders the shop's pages. */
interface Pages {
  web: string;
  shop: string;
  renderShop: RenderShop;
}

export interface AppOptions {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  /** None in tests of the API alone. */
  pages: Pages | undefined;
  /** Where several nodes share the database. */
  node?: NodeOptions | undefined;
  /** Why this node serves no longer, if it does not. */
  problem?: () => string | undefined;
  /** Of the embedded database, where they are set up. */
  backups?: Backups | undefined;
  /** Holds replies to the contract: for tests. */
  checksReplies?: boolean;
  /** Of staff, for tests. */
  passwordCost?: PasswordCost;
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** The one place that knows every module and every adapter. */
export async function createApp(options: AppOptions) {
  const { config, database, clock, log } = options;
  const refusals = createSlowRefusals(clock, proxiesAmong(config.trustProxy));
  const modules = createModules(options, refusals);
  const { accounts, network, availability, discovery, sessions, centralSystem, hub, staff, node } = modules;
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
    authenticate: async (token) => (await accounts.authenticate(token)) ?? (await staff.authenticate(token)),
  });
  const checksReplies = options.checksReplies ?? false;
  const http = createHttp(app, accounts.authenticate, checksReplies);
  operatorRoutes(app, modules, { database, clock, log, served: http.served, checksReplies });
  let isDraining = false;
  const problem = () => (isDraining ? 'the server is ending' : options.problem?.());
  await serveApi(http, modules, { ...options, problem });
  const mapTiles = config.map?.file === undefined ? undefined : await openMapTiles(config.map.file);
  if (mapTiles) mapTilesRoutes(app, mapTiles);
  if (config.isDemo || config.metricsToken) metricsRoutes(app, modules.metrics, config.metricsToken);
  const stopFigures = tellFigures(modules.metrics, { ...modules, backups: options.backups }, { database, clock });
  if (config.isDemo) openToOneHost(app, config.publicUrl);
  if (options.pages) await servePages(app, http, modules, { ...options, pages: options.pages });
  const upgradePaths = createUpgradePaths(options, { centralSystem, hub, refusals, isDraining: () => isDraining });
  app.server.on('upgrade', upgradePaths.upgrade);
  const reports = reportHandlers({ database, network, availability, sessions });
  centralSystem.listen(
    allInLane('chargePoints', fencedReports(node, modules.localLists.verifiedAnew(reports))),
    allInLane('chargePoints', allFenced(node.owners, commandReportsOf(modules))),
  );
  const loops: (() => Promise<void>)[] = [];
  let tlsServer: TlsServer | undefined;

  return {
    database,
    modules,
    served: http.served,
    inject: app.inject.bind(app),

    /** Recovers what was left open and answers from now on; resolves with the address. */
    async listen(): Promise<string> {
      await modules.jobs.open(jobKinds({ ...modules, backups: options.backups }));
      await sessions.resume();
      loops.push(await joinNodes(options.node, node, modules, options));
      availability.begin();
      await modules.commands.begin();
      loops.push(...startJobs({ ...modules, backups: options.backups }, options));
      modules.jobs.start();
      const url = await app.listen({ host: config.host, port: config.port });
      tlsServer = await upgradePaths.openTls();
      return url;
    },

    /** Where charge points come over TLS of our own; undefined where they do not. */
    chargePointPort: (): number | undefined => tlsServer?.port,

    /** Ends the links of charge points, spread over so long, while all else is answered still, and then the rest. */
    async close(drainMs = 0): Promise<void> {
      isDraining = true;
      availability.ending();
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
      stopFigures();
      await discovery.close();
      await modules.messageLog.close();
      await node.bus?.close();
    },
  };
}

type Modules = ReturnType<typeof createModules>;

/** Every module with what it needs, from the bottom up, and the adapters that stand behind their ports. */
function createModules(options: AppOptions, refusals: SlowRefusals) {
  const { config, database, clock, log, passwordCost } = options;
  const events = createEvents({ log });
  const node = createNodeParts(options.node, options);
  const jobs = createJobQueues({ database, clock, log });
  const core = { database, clock, log, events };
  const sms = chosenSmsSender(config.sms, { clock, log });
  const domain = new URL(config.publicUrl).hostname;
  const accounts = createAccounts({ ...core, sms, limits: config.codeLimits, domain });
  const personalData = createPersonalData({ database, clock, parts: PERSONAL_PARTS });
  const hub = createHub({ authenticate: accounts.authenticate, clock, log });
  const screens = createSharedScreens(hub, node.bus);
  const network = createNetwork({ database, clock });
  const { brand } = config;
  const staff = createStaff({ database, clock, brand, passwordCost, hasStations: network.hasStations });
  const availability = createAvailability({
    ...core,
    network,
    nodes: node.ownership && node.shared && { shared: node.shared, ...node.ownership },
  });
  const discovery = createDiscovery({ ...core, network, availability, bus: node.bus });
  const vehicles = createVehicles({ database, clock, namedBySessions: listVehiclesNamed });
  const wallet = createWallet({ clock });
  const cards = createCards({ database, clock });
  const notifications = createNotifications({
    ...core,
    push: createWebPush({ log, contact: `mailto:${config.support.email}`, origins: config.push.origins }),
    keys: config.push.keys,
    network,
    discovery,
    freePaise: async (tx, driverId) => (await wallet.balanceOf(tx, driverId)).freePaise,
  });
  const provider = chosenPaymentProvider(config, { clock, log });
  const payments = createPayments({ ...core, provider, ...paymentOptions(config) });
  const topUps = createTopUps({ payments, clock, limits: config.topUp });
  const metrics = createMetrics({ log });
  const chargePoints = createChargePointParts(options, { network, refusals, metrics, node });
  const { startWithinSeconds, linkPatienceSeconds } = config.charging;
  const rules = { startWithinMs: startWithinSeconds * SECOND_MS, linkPatienceMs: linkPatienceSeconds * SECOND_MS };
  const sessions = createSessions({
    ...core,
    wallet,
    accounts,
    network,
    availability,
    vehicles,
    chargePoints: chargePoints.centralSystem.commands,
    driverScreens: screens,
    rules: { ...SESSION_RULES, ...rules },
    sampleDays: config.keep.sampleDays,
    cluster: node.cluster,
  });
  const faults = createFaults({
    ...core,
    availability,
    commands: chargePoints.commands,
    rules: operationRules,
    isOnline: chargePoints.centralSystem.calls.isOnline,
  });
  const localLists = createLocalLists({
    ...core,
    commands: chargePoints.commands,
    rules: operationRules,
    isOnline: chargePoints.centralSystem.calls.isOnline,
  });
  const history = createSessionHistory({ database, network, availability, vehicles });
  const reviews = createReviews({ database, clock, network, discovery, history, names: accounts.namesOfDrivers });
  const complaints = createComplaints({ database, clock, network, sessions });
  const mail = chosenMailSender(config.shop.mail, { clock, log });
  const storefront = createStorefront({ database, clock, log, payments, mail, sms, ...storefrontOptions(config) });
  const receipts = createReceipts({ ...core, jobs, accounts, history, mail, ...receiptOptions(config) });

  events.onNotice(stationsChanged, (changed) => hub.sendAll(socketEvent.availability, changed));
  hub.greet(socketEvent.availability, availability.recentChanges);
  for (const module of [sessions, payments, wallet, vehicles, cards, discovery, notifications, receipts, personalData])
    events.on(driverErased, (tx, request) => module.eraseDriver(tx, request));
  return {
    accounts,
    personalData,
    network,
    staff,
    availability,
    discovery,
    vehicles,
    wallet,
    cards,
    notifications,
    payments,
    topUps,
    sessions,
    faults,
    localLists,
    history,
    reviews,
    complaints,
    storefront,
    ...chargePoints,
    hub,
    screens,
    receipts,
    jobs,
    ledgerJob: createLedgerJob({ database, clock, log }),
    metrics,
    sms,
    mail,
    node,
  };
}

/** The API, the socket and the pages of operation. */
async function serveApi(http: Http, modules: Modules, { config, database, clock, problem }: AppOptions): Promise<void> {
  const { accounts, history, hub, sessions, storefront, vehicles, wallet } = modules;
  const balance = (driverId: number) => wallet.balanceOf(database, driverId);
  accountsRoutes(http, accounts, {
    balance,
    defaultVehicle: vehicles.defaultOf,
    signedOut: modules.screens.disconnect,
    hasSecureCookies: config.publicUrl.startsWith('https:'),
    isDemo: config.isDemo,
  });
  personalDataRoutes(http, modules.personalData);
  discoveryRoutes(http, modules.discovery, {
    balance,
    vehicles: vehicles.listOfDriver,
    stillPlugged: sessions.stillPlugged,
    reservedFor: sessions.reservedFor,
    figures: history.figuresOf,
    expectedEnd: (...place) => sessions.expectedEnd(...place) ?? modules.discovery.expectedEndElsewhere(...place),
  });
  vehiclesRoutes(http, vehicles);
  cardsRoutes(http, modules.cards);
  walletRoutes(http, { database, wallet, topUps: modules.topUps }, { stationNamesOf: history.stationNamesOf });
  topUpsRoutes(http, modules.topUps, { payer: accounts.driver });
  paymentsRoutes(http, modules.payments);
  notificationsRoutes(http, modules.notifications);
  sessionsRoutes(http, sessions, history);
  historyRoutes(http, history, { ownRatings: modules.reviews.ratingsOfDriver, payer: accounts.driver });
  receiptsRoutes(http, modules.receipts);
  reviewsRoutes(http, modules.reviews);
  complaintsRoutes(http, modules.complaints);
  storefrontRoutes(http, storefront, vehicles.forShop);
  sessionsSockets(hub, sessions, clock);
  modules.sms.routes?.(http);
  if (config.isDemo) demoRoutes(http, sessions, vehicles);
  await operationsRoutes(http, config, dependenciesOf(modules, { database, problem }));
}

/** The built web app, and the shop's pages as `renderShop` renders them. */
async function servePages(
  app: FastifyInstance,
  http: Http,
  { storefront, vehicles }: Modules,
  { config, pages }: { config: Config; pages: Pages },
): Promise<void> {
  const { brand, publicUrl, support, isDemo } = config;
  const { dealerUrl, orders } = config.shop;
  const minShipping = rupees(orders.minShippingPaise);
  const settings = { brand, publicUrl, support, demo: isDemo, dealerUrl, minShipping };
  const document = await openShopClient(pages.shop, pages.renderShop, settings);
  shopPagesRoutes(http, storefront, { document, publicUrl, vehicles: vehicles.forShop });
  await serveWebClient(app, pages.web, [pages.shop]);
}
