import { createMessages } from '@bijli/ui/messages';
import { en, type Messages } from './en.ts';

export type { Messages };

/** Other languages than English. Each is a file in this folder, named by its code. */
const files = import.meta.glob<Record<string, Messages>>(['./??.ts', '!./en.ts']);

const others = Object.fromEntries(
  Object.entries(files).map(([file, read]) => {
    const code = file.slice(2, 4);
    return [code, async () => (await read())[code] ?? en];
  }),
);

export const {
  languages,
  use: useMessages,
  current: currentMessages,
  onChange: onLanguageChange,
  start: startMessages,
  choose: chooseLanguage,
} = createMessages(en, others);
