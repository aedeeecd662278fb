import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { OrderLinks } from './order-link.ts';
import * as store from './orders.store.ts';
import { refuse } from './storefront.failures.ts';

/** Fresh links that one order's buyer is sent in a day, however often they are asked for. */
const MAX_LINKS_A_DAY = 3;

/** Fresh links for buyers whose link is over. */
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
     * Has a fresh link sent to the e-mail address that the order was made with. Only a link that we signed for the order's
     * page asks for it, so nobody learns by it which orders there are; one that still opens it has nothing sent, so that
     * whoever was shown the page cannot fill the buyer's mailbox. Throws order_unknown.
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
