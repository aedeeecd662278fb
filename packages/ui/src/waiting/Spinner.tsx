import { LoaderCircle } from 'lucide-react';
import styles from './Spinner.module.css';

/** A small spinner beside a text that says what is running. */
export function Spinner() {
  return <LoaderCircle className={styles.turning} size={24} aria-hidden />;
}
