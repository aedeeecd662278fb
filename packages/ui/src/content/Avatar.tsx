import { UserRound } from 'lucide-react';
import styles from './Avatar.module.css';

/** The initials of a name. An icon of a person when there is no name. */
export function Avatar({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('');
  return (
    <span className={styles.avatar} aria-hidden>
      {initials === '' ? <UserRound size={28} /> : initials.toUpperCase()}
    </span>
  );
}
