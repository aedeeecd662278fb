import { en, type Messages } from './en.ts';
import { hi } from './hi.ts';
import type { Language } from './language.ts';

const languages = new Map<string, Messages>([en, hi].map((messages) => [messages.language, messages]));

/** The words for an Accept-Language header (RFC 9110, section 12.5.4): the most wanted language that we speak, else English. */
export function messagesFor(acceptLanguage: string | undefined): Messages {
  const wanted = (acceptLanguage ?? '').split(',').map(readRange);
  const spoken = wanted.filter(({ language, weight }) => weight > 0 && languages.has(language));
  // The order stays where two are wanted alike.
  const [best] = spoken.toSorted((a, b) => b.weight - a.weight);
  return languages.get(best?.language ?? '') ?? en;
}

/** Such as `hi-IN;q=0.8`; a weight that is none counts as not wanted. */
function readRange(range: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return { language: tag.split('-', 1)[0] ?? '', weight: /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0 };
}

/** The language of the words for an Accept-Language header, as its subtag. */
export function languageFor(acceptLanguage: string | undefined): Language {
  return messagesFor(acceptLanguage).language;
}
