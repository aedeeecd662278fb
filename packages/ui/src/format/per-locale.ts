import { locale } from '../messages.ts';

/** Creates a formatter for a language, by default the present one. Each is made once, because making one is slow. */
export function perLocale<F>(make: (locale: string) => F, localeNow: () => string = locale): () => F {
  const made = new Map<string, F>();
  return () => {
    const code = localeNow();
    const known = made.get(code);
    if (known !== undefined) return known;
    const fresh = make(code);
    made.set(code, fresh);
    return fresh;
  };
}
