import { History, X } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '@bijli/ui/Button';
import { IconButton } from '@bijli/ui/IconButton';
import { forgetSearch, forgetSearches, useRecentSearches } from '#device/recent-searches.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './Recents.module.css';

/** What was last opened from a search, to go there again without typing. */
export function Recents() {
  const { search: messages } = useMessages();
  const recents = useRecentSearches();
  if (recents.length === 0) return null;
  return (
    <section className={styles.recents} aria-labelledby="recents">
      <div className={styles.head}>
        <h2 id="recents">{messages.recent}</h2>
        <Button look="text" slim onClick={forgetSearches}>
          {messages.clearRecent}
        </Button>
      </div>
      <ul className={styles.list}>
        {recents.map(({ name, where, path }) => (
          <li key={path} className={styles.row}>
            <Link to={path} className={styles.link}>
              <History size={20} aria-hidden />
              <span className={styles.words}>
                <span className="clip">{name}</span>
                <small className="clip">{where}</small>
              </span>
            </Link>
            <IconButton icon={X} size={20} label={messages.forget(name)} onClick={() => forgetSearch(path)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
