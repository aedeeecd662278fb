import { currentWords } from '#words/words.ts';

/** A formatter of the language in use; each is made once, as making one is slow. */
export function perLocale<F>(make: (locale: string) => F): () => F {
  const made = new Map<string, F>();
  return () => {
    const { locale } = currentWords();
    const known = made.get(locale);
    if (known !== undefined) return known;
    const fresh = make(locale);
    made.set(locale, fresh);
    return fresh;
  };
}
