import type { OrderView } from '@bijli/contract/shop-orders';
import type { Product } from '@bijli/contract/storefront';
import { messages } from '#messages/messages.ts';

/** The texts of a product, in the language of the page if the product has them. */
export interface TextsOnPage {
  name: string;
  use: string;
  description: string;
  /** One line for each line of the product's own specification. */
  specification: string[];
  /** `en` when the product has no texts in the language of the page. */
  lang: 'en' | undefined;
  colourName(colour: string): string;
}

export function textsOf(product: Product): TextsOnPage {
  const { translation, product_name: name, use = '', description, specification, color_variant: colours } = product;
  const { language } = messages();
  if (translation?.language === language) {
    const { product_name: translated, colours: names, ...texts } = translation;
    return { ...texts, name: translated, lang: undefined, colourName: (one) => names[colours.indexOf(one)] ?? one };
  }
  return {
    name,
    use,
    description,
    specification,
    lang: language === 'en' ? undefined : 'en',
    colourName: (one) => one,
  };
}

/** The name and colour of an ordered product, by the same rule. */
export function orderedTexts(order: Pick<OrderView, 'product_name' | 'colour' | 'translation'>): {
  name: string;
  colourName: string;
  lang: 'en' | undefined;
} {
  const { language } = messages();
  const { translation, product_name: name, colour: colourName } = order;
  if (translation?.language === language)
    return { name: translation.product_name, colourName: translation.colour, lang: undefined };
  return { name, colourName, lang: language === 'en' ? undefined : 'en' };
}
