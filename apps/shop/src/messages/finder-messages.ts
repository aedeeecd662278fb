import type { finderEn } from './finder-en.ts';
import { createMessageHolder } from './message-holder.ts';

/**
 * The texts of the list of products: its hero, search, filters, cards and tray. They are apart, because no other page
 * needs them.
 */
export type FinderMessages = typeof finderEn;

export const { setMessages: setFinderMessages, messages: finderMessages } = createMessageHolder<FinderMessages>();
