import { use } from 'react';
import { useMessages } from '../messages.ts';
import type { LongTexts } from './texts.ts';

/**
 * The long texts of each language. They are fetched when a page first needs them, because nobody reads them while
 * signing in.
 */
const files = import.meta.glob<Record<string, LongTexts>>('./??.ts');
const fetched = new Map<string, Promise<LongTexts>>();

/** A language without long texts gets the English ones. */
async function read(language: string): Promise<LongTexts> {
  const texts = (await files[`./${language}.ts`]?.())?.[language];
  return texts ?? read('en');
}

function fetchTexts(language: string): Promise<LongTexts> {
  const known = fetched.get(language);
  if (known) return known;
  const texts = read(language);
  fetched.set(language, texts);
  // The next attempt may have a network.
  texts.catch(() => fetched.delete(language));
  return texts;
}

/** Hook: the long texts in the present language. Suspends until they have loaded. */
export function useLongTexts(): LongTexts {
  return use(fetchTexts(useMessages().language));
}
