import { createMessageHolder } from './message-holder.ts';
import type { en } from './messages/en.ts';

/** The texts of the catalogue and of every page's frame. */
export type Messages = typeof en;

export const { setMessages, messages } = createMessageHolder<Messages>();
