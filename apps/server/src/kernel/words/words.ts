import { en, type Words } from './en.ts';

const languages: Record<string, Words> = { en };

/** The words for an Accept-Language header: the first language named that we speak, else English. */
export function wordsFor(acceptLanguage: string | undefined): Words {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const words = languages[(part.split(';')[0] ?? '').trim().slice(0, 2).toLowerCase()];
    if (words) return words;
  }
  return en;
}

/** A refusal in words. */
export function sentenceOf(words: Words, code: keyof Words['failures'], facts: unknown): string {
  const sentence = words.failures[code] as (facts: unknown) => string;
  return sentence(facts);
}
