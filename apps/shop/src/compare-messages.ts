import { createMessageHolder } from './message-holder.ts';
import type { compareEn } from './messages/compare-en.ts';

/** The texts of the comparison. They are apart, because no other page needs them. */
export type CompareMessages = typeof compareEn;

export const { setMessages: setCompareMessages, messages: compareMessages } = createMessageHolder<CompareMessages>();
