import { nameOfLanguage } from '@bijli/ui/messages';
import { notify } from '@bijli/ui/notify';
import { Segmented } from '@bijli/ui/Segmented';
import { chooseLanguage, languages, useMessages } from '#messages/messages.ts';

/** A choice of languages, each in its own name. */
export function LanguageChoice() {
  const { language, common, errors } = useMessages();
  const choose = (code: string) => {
    chooseLanguage(code).catch((error: unknown) => {
      console.warn('The messages did not load', code, error);
      notify.error(errors.network);
    });
  };
  return (
    <Segmented
      label={common.language}
      value={language}
      onChange={choose}
      options={languages.map((code) => ({ value: code, label: nameOfLanguage(code), lang: code }))}
    />
  );
}
