import { Segmented } from '#ui/Segmented.tsx';
import { notify } from '#ui/notify.ts';
import { chooseLanguage, languages, nameOfLanguage, useWords } from '#words/words.ts';

/** The languages, each by its own name; one of them is in use. */
export function LanguageChoice() {
  const { language, common, errors } = useWords();
  const choose = (code: string) => {
    chooseLanguage(code).catch((error: unknown) => {
      console.warn('The words did not load', code, error);
      notify.error(errors.network);
    });
  };
  return (
    <Segmented
      as="choice"
      label={common.language}
      value={language}
      onChange={choose}
      options={languages.map((code) => ({ value: code, label: nameOfLanguage(code), lang: code }))}
    />
  );
}
