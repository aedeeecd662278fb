import { createMessageHolder } from './message-holder.ts';
import type { finderEn } from './messages/finder-en.ts';

/** The texts of the list of products: its hero, search, filters, cards and tray. They are apart, because no other page needs them. */
export type FinderMessages = typeof finderEn;

export const { setMessages: setFinderMessages, messages: finderMessages } = createMessageHolder<FinderMessages>();
