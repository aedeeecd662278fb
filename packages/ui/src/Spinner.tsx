import { LoaderCircle } from 'lucide-react';
import styles from './Spinner.module.css';

/** Beside words that say what runs. */
export function SmallSpinner() {
  return <LoaderCircle className={styles.turning} size={24} aria-hidden />;
}
