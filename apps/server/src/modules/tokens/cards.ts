import { cardNumberOf, MAX_CARD_NAME_LENGTH as MAX_NAME, type CardState } from '@bijli/contract/cards';
import { isReadable } from '@bijli/contract/readable';
import type { Database, Tx } from '#db/database.ts';
import { notice, type Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import * as store from './cards.store.ts';
import { refuse } from './tokens.refusals.ts';
import { isGroup, type Token } from './tokens.store.ts';

/** Enough for a family and its key fobs. */
const MAX_CARDS = 10;

export interface Card {
  number: string;
  name: string;
  state: CardState;
  addedAt: Date;
}

export interface CardChange {
  name?: string | undefined;
  isBlocked?: boolean | undefined;
}

export type Cards = ReturnType<typeof createCards>;

const GROUP = 'DRIVER-';

/** The group of a driver's cards: each of them may end a charge that another began. No card has this name. */
export function groupOfDriver(driverId: number): string {
  return `${GROUP}${driverId}`;
}

/** A card was added, changed or removed. */
export const cardsChanged = notice<undefined>('tokens.cardsChanged');

interface CardsOptions {
  database: Database;
  clock: Pick<Clock, 'now'>;
  events: Pick<Events, 'notify'>;
}

/** RFID cards that drivers have added, to charge without the app and pay from the wallet. */
export function createCards({ database, clock, events }: CardsOptions) {
  /** Runs in turn with other changes of the driver's cards. */
  async function changing(driverId: number, number: string, task: (tx: Tx, card: Token) => Promise<void>) {
    await database.transaction(async (tx) => {
      await store.lockCardsOfDriver(tx, driverId);
      const own = await store.listOfDriver(tx, driverId);
      const idTag = cardNumberOf(number);
      await task(tx, own.find((card) => card.idTag === idTag) ?? refuse('card_unknown'));
    });
    events.notify(cardsChanged, undefined);
  }

  return {
    /** The driver's cards, oldest first. */
    async listOfDriver(driverId: number): Promise<Card[]> {
      const now = clock.now();
      return (await store.listOfDriver(database, driverId)).map((token) => cardOf(token, now));
    },

    /**
     * Adds a card by what is printed on it. Throws card_number_invalid, card_name_invalid, card_added, card_limit,
     * card_taken.
     */
    async addCard(driverId: number, card: { number: string; name: string }): Promise<void> {
      const idTag = cardNumberOf(card.number) ?? refuse('card_number_invalid');
      const label = nameOf(card.name);
      await database.transaction(async (tx) => {
        await store.lockCardsOfDriver(tx, driverId);
        const own = await store.listOfDriver(tx, driverId);
        if (own.some((other) => other.idTag === idTag)) refuse('card_added');
        if (own.length >= MAX_CARDS) refuse('card_limit', { max: MAX_CARDS });
        const row = { idTag, label, driverId, createdAt: clock.now(), parentIdTag: groupOfDriver(driverId) };
        const isGroupTag = idTag.startsWith(GROUP) || (await isGroup(tx, idTag));
        if (isGroupTag || !(await store.saveCard(tx, row))) refuse('card_taken');
      });
      events.notify(cardsChanged, undefined);
    },

    /**
     * Renames, blocks or unblocks a card. A blocked card starts nothing; a running session continues. Throws
     * card_unknown, card_name_invalid, card_barred.
     */
    async changeCard(driverId: number, number: string, { name, isBlocked }: CardChange): Promise<void> {
      await changing(driverId, number, async (tx, { idTag, blockedAt, isBlockedByDriver }) => {
        if (blockedAt && !isBlockedByDriver && isBlocked === false) refuse('card_barred');
        const blocking = isBlocked === undefined || isBlocked === (blockedAt !== null) ? undefined : isBlocked;
        const changed = {
          ...(name !== undefined && { label: nameOf(name) }),
          ...(blocking !== undefined && {
            blockedAt: blocking ? clock.now() : null,
            isBlockedByDriver: blocking,
          }),
        };
        if (Object.keys(changed).length > 0) await store.changeCard(tx, idTag, changed);
      });
    },

    /**
     * Removes a card. It starts nothing more, and anyone who has it may add it. A running session continues. Throws
     * card_unknown.
     */
    removeCard: (driverId: number, number: string): Promise<void> =>
      changing(driverId, number, (tx, { idTag }) => store.changeCard(tx, idTag, { removedAt: clock.now() })),

    /** Erases a driver's cards, to which no session may refer any more. */
    async eraseDriver(tx: Tx, { driverId }: DeletionRequest): Promise<void> {
      await store.lockCardsOfDriver(tx, driverId);
      await store.deleteCardsOfDriver(tx, driverId);
    },
  };
}

function cardOf({ idTag, label, createdAt, ...token }: Token, now: Date): Card {
  return { number: idTag, name: label, state: stateOf(token, now), addedAt: createdAt };
}

function stateOf(
  { blockedAt, isBlockedByDriver, expiresAt }: Pick<Token, 'blockedAt' | 'isBlockedByDriver' | 'expiresAt'>,
  now: Date,
): CardState {
  if (blockedAt) return isBlockedByDriver ? 'blocked' : 'barred';
  return expiresAt && expiresAt <= now ? 'expired' : 'live';
}

function nameOf(text: string): string {
  const name = text.trim();
  if (!isReadable(name) || name.length > MAX_NAME) refuse('card_name_invalid', { max: MAX_NAME });
  return name;
}
