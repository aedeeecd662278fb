import { Logo } from '#ui/Logo.tsx';
import { useWords } from '#words/words.ts';
import styles from './Opening.module.css';

/** While the first screen is on its way. */
export function Opening() {
  const words = useWords();
  return (
    <main className={styles.page} aria-busy>
      <Logo height={56} label={words.common.loading} />
    </main>
  );
}
