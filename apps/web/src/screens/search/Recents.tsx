import { History, X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '@bijli/ui/Button';
import { IconButton } from '@bijli/ui/IconButton';
import { forgetSearch, forgetSearches, useRecentSearches } from '#device/recent-searches.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './Recents.module.css';

/** What the driver last opened from a search. */
export function Recents({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { search: messages } = useMessages();
  const recents = useRecentSearches();
  const list = useRef<HTMLUListElement>(null);
  if (recents.length === 0) return null;
  // The pressed button disappears with its row. Focus goes to the next button, then to the one before, or to the field.
  const forget = (path: string, index: number) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[index + 1] ?? buttons[index - 1] ?? field.current)?.focus();
    forgetSearch(path);
  };
  const clear = () => {
    field.current?.focus();
    forgetSearches();
  };
  return (
    <section className={styles.recents} aria-labelledby="recents">
      <div className={styles.head}>
        <h2 id="recents">{messages.recent}</h2>
        <Button look="text" isSlim onClick={clear}>
          {messages.clearRecent}
        </Button>
      </div>
      <ul ref={list} className={styles.list}>
        {recents.map(({ name, where, path }, index) => (
          <li key={path} className={styles.row}>
            <Link to={path} className={styles.link}>
              <History size={20} aria-hidden />
              <span className={styles.words}>
                <span className="clip">{name}</span>
                <small className="clip">{where}</small>
              </span>
            </Link>
            <IconButton icon={X} size={20} label={messages.remove(name)} onClick={() => forget(path, index)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
