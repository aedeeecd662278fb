import type { en } from './messages/en.ts';
import { createSpokenMessages } from './spoken-messages.ts';

/** The texts of the catalogue and of every page's frame. */
export type Messages = typeof en;

export const { speak, messages } = createSpokenMessages<Messages>();
