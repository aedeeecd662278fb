import { use } from 'react';
import { useMessages } from '../messages.ts';
import type { LongTexts } from './texts.ts';

/** The long texts of each language; fetched when a page first needs them, for nobody reads them while signing in. */
const files = import.meta.glob<Record<string, LongTexts>>('./??.ts');
const fetched = new Map<string, Promise<LongTexts>>();

/** A language without long texts of its own reads the English ones. */
async function read(language: string): Promise<LongTexts> {
  const texts = (await files[`./${language}.ts`]?.())?.[language];
  return texts ?? read('en');
}

function fetchTexts(language: string): Promise<LongTexts> {
  const known = fetched.get(language);
  if (known) return known;
  const texts = read(language);
  fetched.set(language, texts);
  // Another try may have a network.
  texts.catch(() => fetched.delete(language));
  return texts;
}

/** The long texts of the language spoken now; the nearest Suspense waits for them. */
export function useLongTexts(): LongTexts {
  return use(fetchTexts(useMessages().language));
}
