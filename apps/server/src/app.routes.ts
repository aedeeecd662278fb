import type { FastifyInstance } from 'fastify';
import { rupees } from '@bijli/contract/money';
import { installationRoutes } from '#http/calls/installation.routes.ts';
import { type Http } from '#http/calls/serve.ts';
import { openShopClient } from '#http/pages/shop-client.ts';
import { serveWebClient } from '#http/pages/web-client.ts';
import { accountsRoutes } from '#modules/accounts/accounts.routes.ts';
import { personalDataRoutes } from '#modules/accounts/personal-data/personal-data.routes.ts';
import { complaintsRoutes } from '#modules/complaints/complaints.routes.ts';
import { discoveryRoutes } from '#modules/discovery/discovery.routes.ts';
import { notificationsRoutes } from '#modules/notifications/notifications.routes.ts';
import { paymentsRoutes } from '#modules/payments/payments.routes.ts';
import { receiptsRoutes } from '#modules/receipts/receipts.routes.ts';
import { reviewsRoutes } from '#modules/reviews/reviews.routes.ts';
import { historyRoutes } from '#modules/sessions/history/history.routes.ts';
import { sessionsRoutes } from '#modules/sessions/sessions.routes.ts';
import { sessionsSockets } from '#modules/sessions/sessions.sockets.ts';
import { shopPagesRoutes } from '#modules/storefront/pages/shop-pages.routes.ts';
import { storefrontRoutes } from '#modules/storefront/storefront.routes.ts';
import { cardsRoutes } from '#modules/tokens/cards.routes.ts';
import { vehiclesRoutes } from '#modules/vehicles/vehicles.routes.ts';
import { topUpsRoutes } from '#modules/wallet/top-ups.routes.ts';
import { walletRoutes } from '#modules/wallet/wallet.routes.ts';
import type { Config } from './config/config.ts';
import type { AppOptions, Modules, Pages } from './create-modules.ts';
import { demoRoutes } from './demo.routes.ts';
import { dependenciesOf } from './node-parts.ts';

/** Serves the API, the socket and the pages about the installation. */
export async function serveApi(
  http: Http,
  modules: Modules,
  { config, database, clock, whyNotServing }: AppOptions,
): Promise<void> {
  const { accounts, history, hub, sessions, storefront, vehicles, wallet } = modules;
  const balance = (driverId: number) => wallet.readBalance(database, driverId);
  accountsRoutes(http, accounts, {
    balance,
    defaultVehicle: vehicles.findDefaultOfDriver,
    signedOut: modules.driverSockets.disconnect,
    hasSecureCookies: config.publicUrl.startsWith('https:'),
    isDemo: config.isDemo,
  });
  personalDataRoutes(http, modules.personalData);
  discoveryRoutes(http, modules.discovery, {
    balance,
    vehicles: vehicles.listOfDriver,
    stillPlugged: sessions.listStillPlugged,
    reservationsSeenBy: sessions.listReservationsSeenByDriver,
    stats: history.readStats,
    findExpectedEnd: (...place) => sessions.findExpectedEnd(...place) ?? modules.discovery.findEndOnOtherNode(...place),
  });
  vehiclesRoutes(http, vehicles);
  cardsRoutes(http, modules.cards);
  walletRoutes(http, { database, wallet, topUps: modules.topUps }, { listStationNames: history.listStationNames });
  topUpsRoutes(http, modules.topUps, { findPayer: accounts.getDriver });
  paymentsRoutes(http, modules.payments);
  notificationsRoutes(http, modules.notifications);
  sessionsRoutes(http, sessions, history);
  historyRoutes(http, history, { ownRatings: modules.reviews.listRatingsOfDriver, payer: accounts.getDriver });
  receiptsRoutes(http, modules.receipts);
  reviewsRoutes(http, modules.reviews);
  complaintsRoutes(http, modules.complaints);
  storefrontRoutes(http, storefront, vehicles.listForShop);
  sessionsSockets(hub, sessions, clock);
  modules.sms.routes?.(http);
  if (config.isDemo) demoRoutes(http, sessions, vehicles);
  await installationRoutes(http, config, dependenciesOf(modules, { database, whyNotServing }));
}

/** Serves the built web app and the shop's pages, as `renderShop` renders them. */
export async function servePages(
  app: FastifyInstance,
  http: Http,
  { discovery, storefront, vehicles }: Modules,
  { config, pages }: { config: Config; pages: Pages },
): Promise<void> {
  const { brand, publicUrl, support, isDemo } = config;
  const { dealerUrl, orders } = config.shop;
  const minShipping = rupees(orders.minShippingPaise);
  const paymentMinutes = Math.max(1, Math.floor(config.payments.ttlSeconds / 60));
  const settings = { brand, publicUrl, support, demo: isDemo, dealerUrl, minShipping, paymentMinutes };
  const document = await openShopClient(pages.shop, pages.renderShop, settings);
  shopPagesRoutes(http, storefront, { document, publicUrl, vehicles: vehicles.listForShop });
  const previewOf = (stationId: string) => discovery.findStationPreview(stationId, publicUrl);
  await serveWebClient(app, pages.web, { otherFolders: [pages.shop], previewOf });
}
