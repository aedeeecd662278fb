import type { compareEn } from './compare-en.ts';
import { createMessageHolder } from './message-holder.ts';

/** The texts of the comparison. They are apart, because no other page needs them. */
export type CompareMessages = typeof compareEn;

export const { setMessages: setCompareMessages, messages: compareMessages } = createMessageHolder<CompareMessages>();
