import { useSyncExternalStore } from 'react';
import { createChanges } from '#device/changes.ts';
import { keepCookie, readCookie } from '#device/cookie.ts';
import { en, type Words } from './en.ts';

export type { Words };

/** The languages beside English: each is a file of this folder named by its code, and fetched only when it is wanted. */
const others = import.meta.glob<Record<string, Words>>(['./??.ts', '!./en.ts']);
const COOKIE = 'language';

/** Codes of the languages that can be chosen, English first. */
export const languages: readonly string[] = ['en', ...Object.keys(others).map((file) => file.slice(2, 4))];

let current: Words = en;
const changes = createChanges();

/** The words of the language in use, for a component: it is drawn again when another is chosen. */
export function useWords(): Words {
  return useSyncExternalStore(onLanguageChange, currentWords);
}

/** The words of the language in use now. */
export function currentWords(): Words {
  return current;
}

/** Calls when another language is in use; returns how to stop. */
export const onLanguageChange = changes.subscribe;

/**
 * Before the first paint: the language chosen here before, else the first of the device's that we speak, else English. Words
 * that cannot be fetched leave it at English.
 */
export async function startWords(): Promise<void> {
  const wanted = [readCookie(COOKIE) ?? '', ...navigator.languages].map((tag) => tag.split('-', 1)[0] ?? '');
  const code = wanted.find((tag) => languages.includes(tag)) ?? 'en';
  try {
    speak(await fetchWords(code));
  } catch (error) {
    console.warn('The words did not load, so the app speaks English', code, error);
  }
}

/** Sets the language now and for the next visits. Rejects, and nothing changes, when its words cannot be fetched. */
export async function chooseLanguage(code: string): Promise<void> {
  speak(await fetchWords(code));
  keepCookie(COOKIE, code);
}

async function fetchWords(code: string): Promise<Words> {
  const words = (await others[`./${code}.ts`]?.())?.[code];
  return words ?? en;
}

function speak(words: Words): void {
  document.documentElement.lang = words.language;
  if (words === current) return;
  current = words;
  changes.tell();
}

/** What a language calls itself: English, हिन्दी */
export function nameOfLanguage(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
