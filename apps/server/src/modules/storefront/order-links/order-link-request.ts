import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import * as store from '../orders/orders.store.ts';
import { refuse } from '../storefront.refusals.ts';
import type { OrderLinks } from './order-links.ts';

/** Fresh links that are sent to the buyer of one order in a day, however often they are requested. */
const MAX_LINKS_A_DAY = 3;

/** Sends fresh links to buyers whose link has expired. */
export function createLinkRequests({
  database,
  clock,
  links,
}: {
  database: Database;
  clock: Clock;
  links: OrderLinks;
}) {
  return {
    /**
     * Sends a fresh link to the e-mail address of the order. The request needs an expired link that we signed for the
     * order's page, so nobody can find out which orders exist. A link that is still valid sends nothing, so that
     * someone who was shown the page cannot fill the buyer's mailbox. Throws order_unknown.
     */
    async sendFreshLink(reference: string, signature: string): Promise<void> {
      const { reference: known, until } = await links.linkOf(reference, signature);
      if (until > clock.now()) return;
      await database.transaction(async (tx) => {
        const order = (await store.lockOrder(tx, known)) ?? refuse('order_unknown');
        const { sent, due } = await store.countLinkMessages(tx, order.id, clock.now());
        if (due > 0 || sent >= MAX_LINKS_A_DAY) return;
        const message = { orderId: order.id, kind: 'link', amountPaise: order.totalPaise, dueAt: clock.now() } as const;
        await store.insertBuyerMessage(tx, message);
      });
    },
  };
}
