import { ArrowLeft, Search, X } from 'lucide-react';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { IconButton } from '@bijli/ui/IconButton';
import { useMessages } from '#messages/messages.ts';
import { useGoBack } from '#shell/NavBar.tsx';
import styles from './SearchBar.module.css';

interface SearchBarProps {
  ref: RefObject<HTMLInputElement | null>;
  text: string;
  onType: (text: string) => void;
  onSubmit: () => void;
  onClear: () => void;
  /** The id of the list of results. */
  resultsId: string;
  /** Shown at the right of the field. */
  children: ReactNode;
}

/** The back arrow and the search field, in place of the navigation bar. */
export function SearchBar({ ref: field, text, onType, onSubmit, onClear, resultsId, children }: SearchBarProps) {
  const { common, search: messages } = useMessages();
  const goBack = useGoBack();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
    // A phone's keyboard would cover the results.
    if (matchMedia('(pointer: coarse)').matches) field.current?.blur();
  };

  return (
    <header className={styles.bar} data-bar="titled">
      <IconButton icon={ArrowLeft} label={common.back} onClick={goBack} />
      <form role="search" className={styles.field} onSubmit={submit}>
        <Search size={20} aria-hidden />
        <input
          ref={field}
          type="search"
          value={text}
          placeholder={messages.placeholder}
          aria-label={messages.placeholder}
          aria-controls={resultsId}
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          data-first={text === '' || undefined}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && text !== '' && onClear()}
        />
        {text !== '' && <IconButton icon={X} size={20} label={messages.clear} onClick={onClear} />}
      </form>
      {children}
    </header>
  );
}
