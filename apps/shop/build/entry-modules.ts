import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { SHOP_LANGUAGES, type ShopLanguage } from '@bijli/contract/shop-language';
import { ENTRIES, entryFile, type EntryKind } from '../src/entries/entries.ts';

const ROOT = join(import.meta.dirname, '..');

/** The code of each entry, by the path where its file would be. */
const codeOfPath = new Map(
  (Object.keys(ENTRIES) as EntryKind[]).flatMap((kind) =>
    SHOP_LANGUAGES.map((language) => [join(ROOT, entryFile(kind, language)), codeOf(kind, language)] as const),
  ),
);

export const entryPaths = [...codeOfPath.keys()];

/** Lets Vite read the entries as if they were files. */
export const entryModules: Plugin = {
  name: 'entry-modules',
  enforce: 'pre',
  resolveId(id) {
    const path = id.startsWith('/src/') ? join(ROOT, id) : id;
    return codeOfPath.has(path) ? path : undefined;
  },
  load: (id) => codeOfPath.get(id),
};

/** An entry sets the texts of its language, adds the code of its page, and hydrates its document. */
function codeOf(kind: EntryKind, language: ShopLanguage): string {
  const { document, page, texts = [] }: { document: string; page?: string; texts?: readonly string[] } = ENTRIES[kind];
  const component = basename(document, '.tsx');
  const setTexts = texts.flatMap((name) => {
    const set = `set${joined(name, 'messages')}`;
    const value = decapitalised(joined(name, language));
    return [
      `import { ${set} } from '#messages/${name}-messages.ts';`,
      `import { ${value} } from '#messages/${name}-${language}.ts';`,
      `${set}(${value});`,
    ];
  });
  const addCode =
    page === undefined
      ? []
      : [
          `import { addPageCode } from '#catalogue/page-code.ts';`,
          `import * as page from '#${page}';`,
          `addPageCode({ ${kind}: page });`,
        ];
  // The style sheets are in this order: the document's, the page's, and the shop's own.
  return [
    `import { ${component} } from '#${document}';`,
    ...addCode,
    `import { ${language} } from '#messages/${language}.ts';`,
    `import { setMessages } from '#messages/messages.ts';`,
    `setMessages(${language});`,
    ...setTexts,
    `import { hydrateShop } from './hydrate.tsx';`,
    `hydrateShop(${component});`,
  ].join('\n');
}

/** `OrderFormMessages` of `order-form` and `messages`. */
function joined(...names: string[]): string {
  return names.join('-').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function decapitalised(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
