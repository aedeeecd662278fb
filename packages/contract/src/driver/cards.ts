import * as z from 'zod/mini';
import { done, ownCall } from '../endpoint.ts';
import { shownText } from '../text/shown-text.ts';

/** The longest name of a card, in characters. */
export const MAX_CARD_NAME_LENGTH = 30;

/** The UID of an RFID card as it is printed in pairs: 4, 7 or 10 bytes, such as 04:A2:2B:1A. */
const PRINTED_BYTES = /^(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/;
/** What a charge point can send of a card. An OCPP 1.6 idTag has at most 20 characters. */
const CARD_NUMBER = /^[\x21-\x7e]{4,20}$/;

/** Turns what a driver types into the card number that charge points send. Undefined if no card has such a number. */
export function cardNumberOf(typed: string): string | undefined {
  const tight = typed.replaceAll(/\s/g, '').toUpperCase();
  const bytes = tight.replaceAll(/[:-]/g, '');
  if (PRINTED_BYTES.test(bytes)) return bytes;
  return CARD_NUMBER.test(tight) ? tight : undefined;
}

/** `blocked`: by the driver, who can unblock it. `barred`: by the operator. */
const cardState = z.enum(['live', 'blocked', 'barred', 'expired']);
export type CardState = z.infer<typeof cardState>;

export const ownCard = z.object({
  /** In capitals, as charge points send it. */
  number: z.string(),
  /** The driver's own name for the card. */
  name: z.string(),
  state: cardState,
  /** UTC. */
  added_at: z.string(),
});
export type OwnCard = z.infer<typeof ownCard>;

const number = z.object({ number: z.string() });

export const cards = {
  ownCards: ownCall('GET', '/api-v1/user/cards', {
    area: 'charging',
    limit: 'read',
    summary: 'The RFID cards that the driver charges with, the oldest first.',
    reply: z.object({ success: z.literal(true), cards: z.array(ownCard) }),
  }),
  addCard: ownCall('POST', '/api-v1/user/cards', {
    area: 'charging',
    limit: 'write',
    summary:
      'Adds an RFID card by its number: what it starts is paid for from the wallet. Refused with `card_number_invalid`, with `card_added` where it is the driver’s already, with `card_taken` where it is somebody else’s, with `card_limit` beyond ten.',
    body: z.object({ number: z.string(), name: shownText }),
    reply: done,
  }),
  changeCard: ownCall('POST', '/api-v1/user/cards/:number', {
    area: 'charging',
    limit: 'write',
    summary:
      'Changes what one of the driver’s cards is called, blocks it or makes it live again. Nothing begins with a blocked card; what runs goes on. Refused with `card_barred` where the operator has blocked it.',
    params: number,
    body: z.object({
      /** At most MAX_CARD_NAME_LENGTH characters. */
      name: z.optional(shownText),
      blocked: z.optional(z.boolean()),
    }),
    reply: done,
  }),
  removeCard: ownCall('DELETE', '/api-v1/user/cards/:number', {
    area: 'charging',
    limit: 'write',
    summary: 'Removes one of the driver’s cards. Nothing begins with it any more; what runs goes on.',
    params: number,
    reply: done,
  }),
};
