import { createMessages } from '@bijli/ui/messages';
import { en, type Words } from './en.ts';

export type { Words };

/** The languages beside English: each is a file of this folder named by its code. */
const files = import.meta.glob<Record<string, Words>>(['./??.ts', '!./en.ts']);

const others = Object.fromEntries(
  Object.entries(files).map(([file, read]) => {
    const code = file.slice(2, 4);
    return [code, async () => (await read())[code] ?? en];
  }),
);

export const {
  languages,
  use: useWords,
  current: currentWords,
  onChange: onLanguageChange,
  start: startWords,
  choose: chooseLanguage,
} = createMessages(en, others);
