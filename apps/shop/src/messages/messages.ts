import type { en } from './en.ts';
import { createMessageHolder } from './message-holder.ts';

/** The texts of the catalogue and of every page's frame. */
export type Messages = typeof en;

export const { setMessages, messages } = createMessageHolder<Messages>();
