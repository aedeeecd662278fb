/** The languages of the shop's pages. English pages stand at the plain addresses, those of another language below its code. */
export const SHOP_LANGUAGES = ['en', 'hi'] as const;
export type ShopLanguage = (typeof SHOP_LANGUAGES)[number];

const CODE = /^\/(hi)(?=[/?]|$)/;

/** Where a page of the shop is in a language: `/products`, `/hi/products`. */
export function shopPathIn(language: ShopLanguage, path: string): string {
  return language === 'en' ? path : `/${language}${path}`;
}

/** The language that an address of the shop is in. */
export function languageOf(path: string): ShopLanguage {
  return CODE.test(path) ? 'hi' : 'en';
}

/** An address of the shop as it is in English. */
export function plainPath(path: string): string {
  return path.replace(CODE, '');
}
