import { api } from '@bijli/contract/api';
import type { Http } from '#http/calls/serve.ts';
import type { Cards } from './index.ts';

/** Drivers' own cards. */
export function cardsRoutes({ serve }: Http, cards: Cards): void {
  serve(api.ownCards, async ({ driverId }) => ({
    cards: (await cards.listOfDriver(driverId)).map(({ addedAt, ...card }) => ({
      ...card,
      added_at: addedAt.toISOString(),
    })),
  }));

  serve(api.addCard, async ({ body, driverId, messages }) => {
    await cards.addCard(driverId, body);
    return { message: messages.done.cardAdded() };
  });

  serve(api.changeCard, async ({ params, body, driverId, messages }) => {
    await cards.changeCard(driverId, params.number, { name: body.name, isBlocked: body.blocked });
    const { cardBlocked, cardUnblocked, cardChanged } = messages.done;
    const isNamed = body.blocked === undefined;
    return { message: (isNamed ? cardChanged : body.blocked ? cardBlocked : cardUnblocked)() };
  });

  serve(api.removeCard, async ({ params, driverId, messages }) => {
    await cards.removeCard(driverId, params.number);
    return { message: messages.done.cardRemoved() };
  });
}
