import { useSyncExternalStore } from 'react';
import { createChanges } from './changes.ts';
import { keepCookie, readCookie } from './cookie.ts';

/** The messages that the formats need from a language. */
export interface FormatMessages {
  /** Language code for `lang` and Accept-Language. */
  language: string;
  /** Locale for Intl. */
  locale: string;
  distance: (kilometres: string) => string;
  time: {
    months: readonly string[];
    /** Sunday first. */
    weekdays: readonly string[];
    dateTime: (day: string, clock: string) => string;
    /** `time` as hh:mm of a 12-hour clock. `hour` is the hour of the day (0-23). */
    clock: (time: string, hour: number) => string;
    hoursAndMinutes: (hours: number, minutes: number) => string;
    minutes: (minutes: number) => string;
    secondsAgo: (seconds: number) => string;
    minutesAgo: (minutes: number) => string;
    hoursAgo: (hours: number) => string;
    daysAgo: (days: number) => string;
  };
}

const COOKIE = 'language';

let spoken: FormatMessages | undefined;

/** The present locale of numbers. An app with one language never sets it and uses Indian English. */
export const locale = (): string => spoken?.locale ?? 'en-IN';

/** The present messages for dates, distances and durations. */
export function formatMessages(): FormatMessages {
  if (spoken === undefined) throw new Error('No language is spoken yet: createMessages makes one so.');
  return spoken;
}

export interface Messages<M> {
  /** Codes of the available languages, English first. */
  languages: readonly string[];
  /** Hook: the messages of the present language. The component renders again when the language changes. */
  use(this: void): M;
  /** The messages of the present language. */
  current(this: void): M;
  /** Calls the listener when the language changes. Returns a function that stops it. */
  onChange(this: void, listener: () => void): () => void;
  /**
   * Call it before the first paint. It takes the language that was chosen here before, otherwise the first language of
   * the device that we have, otherwise English. If its messages cannot be fetched, it stays with English.
   */
  start(this: void): Promise<void>;
  /** Sets the language now and for later visits. Rejects and changes nothing when its messages cannot be fetched. */
  choose(this: void, code: string): Promise<void>;
}

/**
 * Creates the messages of an app in several languages. English is part of the app, and the others are fetched when
 * needed.
 */
export function createMessages<M extends FormatMessages>(
  english: M,
  others: Readonly<Record<string, () => Promise<M>>>,
): Messages<M> {
  const languages = ['en', ...Object.keys(others)];
  const changes = createChanges();
  let messages = english;
  spoken = english;
  const current = () => messages;

  async function fetchMessages(code: string): Promise<M> {
    return (await others[code]?.()) ?? english;
  }

  function speak(chosen: M): void {
    document.documentElement.lang = chosen.language;
    if (chosen === messages) return;
    messages = chosen;
    spoken = chosen;
    changes.notify();
  }

  return {
    languages,
    current,
    use: () => useSyncExternalStore(changes.subscribe, current),
    onChange: changes.subscribe,
    async start() {
      const wanted = [readCookie(COOKIE) ?? '', ...navigator.languages].map((tag) => tag.split('-', 1)[0] ?? '');
      const code = wanted.find((tag) => languages.includes(tag)) ?? 'en';
      try {
        speak(await fetchMessages(code));
      } catch (error) {
        console.warn('The messages did not load, so the app speaks English', code, error);
      }
    },
    async choose(code) {
      speak(await fetchMessages(code));
      keepLanguage(code);
    },
  };
}

/** Keeps a chosen language for later visits, in the app and in the shop. */
export function keepLanguage(code: string): void {
  keepCookie(COOKIE, code);
}

/** The name of a language in that language: English, हिन्दी */
export function nameOfLanguage(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
