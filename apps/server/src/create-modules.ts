import type { Logger } from 'pino';
import { socketEvent } from '@bijli/contract/realtime';
import type { RenderShop } from '@bijli/contract/shop-page';
import { chosenFileStore } from '#adapters/files/chosen-file-store.ts';
import { chosenMailSender } from '#adapters/mail/chosen-mail-sender.ts';
import { operationRules } from '#adapters/ocpp/calls/operation-rules.ts';
import { chosenPaymentProvider } from '#adapters/payments/chosen-payment-provider.ts';
import { createWebPush } from '#adapters/push/web-push.ts';
import { chosenSmsSender } from '#adapters/sms/chosen-sms-sender.ts';
import type { Database } from '#db/database.ts';
import { createEvents } from '#events/events.ts';
import { createJobQueues } from '#jobs/job-queues.ts';
import type { Clock } from '#kernel/clock.ts';
import { type DelayedRefusals } from '#kernel/delayed-refusals.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { createAccounts, createPersonalData, driverBeingErased, driverErased } from '#modules/accounts/index.ts';
import { createAvailability } from '#modules/availability/index.ts';
import { createComplaints } from '#modules/complaints/index.ts';
import { createDiscovery, stationsChanged } from '#modules/discovery/index.ts';
import { createFaults } from '#modules/faults/index.ts';
import { createFiles } from '#modules/files/index.ts';
import { createLocalLists } from '#modules/local-lists/index.ts';
import { createNetwork } from '#modules/network/index.ts';
import { createNotifications } from '#modules/notifications/index.ts';
import { listReservations } from '#modules/operations/index.ts';
import { createPayments } from '#modules/payments/index.ts';
import { createReceipts } from '#modules/receipts/index.ts';
import { createReviews } from '#modules/reviews/index.ts';
import { createSessionHistory, listVehiclesNamed } from '#modules/sessions/history/index.ts';
import { SESSION_RULES, createSessions, listFalselyFree } from '#modules/sessions/index.ts';
import { createStaff, type PasswordCost } from '#modules/staff/index.ts';
import { createStorefront } from '#modules/storefront/index.ts';
import { cardsChanged, createCards } from '#modules/tokens/index.ts';
import { createVehicles } from '#modules/vehicles/index.ts';
import { createTopUps, createWallet } from '#modules/wallet/index.ts';
import { createClusterSockets } from '#realtime/cluster-sockets.ts';
import { createHub } from '#realtime/hub.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import type { Backups } from './backup/backups.ts';
import { createChargePointParts } from './charge-point-parts.ts';
import type { Config } from './config/config.ts';
import { paymentOptions, receiptOptions, storefrontOptions } from './config/module-options.ts';
import { createLedgerJob } from './ledger-job.ts';
import { createNodeParts, type NodeOptions } from './node-parts.ts';
import { PERSONAL_PARTS } from './personal-parts.ts';

/** Folders of the built app and shop, and the renderer of the shop's pages. */
export interface Pages {
  web: string;
  shop: string;
  renderShop: RenderShop;
}

export interface AppOptions {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  /** Undefined in tests of the API alone. */
  pages: Pages | undefined;
  /** Set if several nodes share the database. */
  node?: NodeOptions | undefined;
  /** Returns why this node no longer serves. Undefined if it serves. */
  whyNotServing?: () => string | undefined;
  /** Backups of the embedded database, if they are set up. */
  backups?: Backups | undefined;
  /** True in tests: checks replies against the contract. */
  checksReplies?: boolean;
  /** The cost of hashing staff's passwords, for tests. */
  passwordCost?: PasswordCost;
}

export type Modules = ReturnType<typeof createModules>;

/** Creates every module, the lowest first, with the adapters behind their ports. The only place that knows them all. */
export function createModules(options: AppOptions, refusals: DelayedRefusals) {
  const { config, database, clock, log, passwordCost } = options;
  const events = createEvents({ log });
  const node = createNodeParts(options.node, options);
  const jobs = createJobQueues({ database, clock, log, owners: node.owners });
  const core = { database, clock, log, events };
  const sms = chosenSmsSender(config.sms.provider, { clock, log, bus: node.bus });
  const domain = new URL(config.publicUrl).hostname;
  const accounts = createAccounts({ ...core, sms, limits: config.codeLimits, domain });
  const personalData = createPersonalData({ database, clock, parts: PERSONAL_PARTS });
  const hub = createHub({ authenticate: accounts.authenticate, clock, log });
  const driverSockets = createClusterSockets(hub, node.bus);
  const network = createNetwork({ database, clock });
  const { brand } = config;
  const staff = createStaff({ database, clock, brand, passwordCost, hasStations: network.hasStations });
  const availability = createAvailability({
    ...core,
    network,
    listReserved: (chargePointIds) => listReservations(database, clock.now(), chargePointIds),
    listFalselyFree: (chargePointIds) => listFalselyFree(database, chargePointIds),
    nodes: node.ownership && node.shared && { shared: node.shared, ...node.ownership },
  });
  const discovery = createDiscovery({ ...core, network, availability, bus: node.bus });
  const vehicles = createVehicles({ database, clock, namedBySessions: listVehiclesNamed });
  const wallet = createWallet({ clock });
  const notifications = createNotifications({
    ...core,
    push: createWebPush({ log, contact: `mailto:${config.support.email}`, origins: config.push.origins }),
    keys: config.push.keys,
    network,
    discovery,
    wallet,
  });
  const provider = chosenPaymentProvider(config, { clock, log });
  const payments = createPayments({ ...core, provider, ...paymentOptions(config) });
  const topUps = createTopUps({ database, payments, clock, log, limits: config.topUp });
  const metrics = createMetrics({ log });
  const chargePointParts = createChargePointParts(options, { network, refusals, metrics, node });
  const { startWithinSeconds, linkPatienceSeconds } = config.charging;
  const rules = { startWithinMs: startWithinSeconds * SECOND_MS, linkPatienceMs: linkPatienceSeconds * SECOND_MS };
  const sessions = createSessions({
    ...core,
    wallet,
    accounts,
    network,
    availability,
    vehicles,
    chargePoints: chargePointParts.centralSystem.sessionCalls,
    driverSockets,
    rules: { ...SESSION_RULES, ...rules },
    sampleDays: config.keep.sampleDays,
    cluster: node.cluster,
  });
  const faults = createFaults({
    ...core,
    availability,
    commands: chargePointParts.commands,
    operationRules,
    isOnline: chargePointParts.centralSystem.calls.isOnline,
  });
  const files = createFiles({
    ...core,
    files: chosenFileStore(config.files),
    commands: chargePointParts.commands,
    operationRules,
    rules: config.files,
  });
  const localLists = createLocalLists({
    ...core,
    commands: chargePointParts.commands,
    operationRules,
    isOnline: chargePointParts.centralSystem.calls.isOnline,
    bus: node.bus,
  });
  const cards = createCards({ database, clock, events });
  events.onNotice(cardsChanged, localLists.changed);
  // The driver's cards were deleted too.
  events.onNotice(driverErased, localLists.changed);
  const history = createSessionHistory({ database, network, availability, vehicles });
  const reviews = createReviews({ database, clock, network, discovery, history, names: accounts.listNamesOfDrivers });
  const complaints = createComplaints({ database, clock, network, sessions });
  const mail = chosenMailSender(config.shop.mail, { clock, log });
  const storefront = createStorefront({ database, clock, log, payments, mail, sms, ...storefrontOptions(config) });
  const receipts = createReceipts({ ...core, jobs, accounts, history, mail, ...receiptOptions(config) });

  events.onNotice(stationsChanged, (changed) => hub.sendAll(socketEvent.availability, changed));
  hub.greet(socketEvent.availability, availability.listRecentChanges);
  // Sessions come before cards: they let go of the cards, which are then deleted.
  const modulesWithDriverData = [
    sessions,
    payments,
    wallet,
    vehicles,
    cards,
    discovery,
    notifications,
    receipts,
    storefront,
  ];
  for (const module of [...modulesWithDriverData, personalData])
    events.on(driverBeingErased, (tx, request) => module.eraseDriver(tx, request));
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
    files,
    history,
    reviews,
    complaints,
    storefront,
    ...chargePointParts,
    hub,
    driverSockets,
    receipts,
    jobs,
    ledgerJob: createLedgerJob({ database, clock, log }),
    metrics,
    sms,
    mail,
    node,
  };
}
