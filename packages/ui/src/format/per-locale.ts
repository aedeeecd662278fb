import { locale } from '../messages.ts';

/** Creates a formatter for the present language. Each is made once, because making one is slow. */
export function perLocale<F>(make: (locale: string) => F): () => F {
  const made = new Map<string, F>();
  return () => {
    const code = locale();
    const known = made.get(code);
    if (known !== undefined) return known;
    const fresh = make(code);
    made.set(code, fresh);
    return fresh;
  };
}
