import { useSyncExternalStore } from 'react';
import { createChanges } from './changes.ts';
import { keepCookie, readCookie } from './cookie.ts';

/** What the formats take from the messages of a language. */
export interface FormatMessages {
  /** As in `lang` and Accept-Language. */
  language: string;
  /** For Intl. */
  locale: string;
  distance: (kilometres: string) => string;
  time: {
    months: readonly string[];
    dateTime: (day: string, clock: string) => string;
    /** `time` on a dial of twelve hours, in which hour of the day (0-23). */
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

/** How numbers are written now; an app in one language never says which one, and writes them as Indian English does. */
export const locale = (): string => spoken?.locale ?? 'en-IN';

/** The texts that dates, distances and spans of time are written with now. */
export function formatMessages(): FormatMessages {
  if (spoken === undefined) throw new Error('No language is spoken yet: createMessages makes one so.');
  return spoken;
}

export interface Messages<M> {
  /** Codes of the languages that can be chosen, English first. */
  languages: readonly string[];
  /** The messages of the language spoken now, for a component: it is drawn again when another is chosen. */
  use(this: void): M;
  /** The messages of the language spoken now. */
  current(this: void): M;
  /** Calls when another language is spoken; returns how to stop. */
  onChange(this: void, listener: () => void): () => void;
  /**
   * Before the first paint: the language chosen here before, else the first of the device's that we speak, else English.
   * Messages that cannot be fetched leave it at English.
   */
  start(this: void): Promise<void>;
  /** Sets the language now and for the next visits. Rejects, and nothing changes, when its messages cannot be fetched. */
  choose(this: void, code: string): Promise<void>;
}

/** The messages of an app in each language: English comes with it, every other one is fetched once it is wanted. */
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
    changes.tell();
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
      keepCookie(COOKIE, code);
    },
  };
}

/** What a language calls itself: English, हिन्दी */
export function nameOfLanguage(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
