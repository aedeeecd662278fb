/** Languages of the shop's pages. English pages have plain paths. Pages in another language are below its code. */
export const SHOP_LANGUAGES = ['en', 'hi'] as const;
export type ShopLanguage = (typeof SHOP_LANGUAGES)[number];

const CODE = /^\/(hi)(?=[/?]|$)/;

/** The path of a shop page in a language: `/products`, `/hi/products`. */
export function shopPathIn(language: ShopLanguage, path: string): string {
  return language === 'en' ? path : `/${language}${path}`;
}

/** The language of a shop page, by its path. */
export function languageOf(path: string): ShopLanguage {
  return CODE.test(path) ? 'hi' : 'en';
}

/** The English path of a shop page. */
export function plainPath(path: string): string {
  return path.replace(CODE, '');
}
