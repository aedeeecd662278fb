import Negotiator from 'negotiator';
import { en, type Messages } from './en.ts';
import { hi } from './hi.ts';
import type { Language } from './language.ts';

const LANGUAGES: Readonly<Record<string, Messages>> = Object.fromEntries(
  [en, hi].map((messages) => [messages.language, messages]),
);

/**
 * The messages for an Accept-Language header (RFC 9110, section 12.5.4): in the language it prefers of ours, else
 * English.
 */
export function messagesFor(acceptLanguage: string | undefined): Messages {
  const preferred = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } });
  return LANGUAGES[preferred.language(Object.keys(LANGUAGES)) ?? ''] ?? en;
}

/** The language of those messages. */
export function languageFor(acceptLanguage: string | undefined): Language {
  return messagesFor(acceptLanguage).language;
}

/** The messages in a language that is known. */
export function messagesIn(language: Language): Messages {
  return LANGUAGES[language] ?? en;
}
