import { attribution } from './basemap/basemap-style.js';
import styles from './Map.module.css';

/** Where the map comes from; its licences ask that it is always to be seen. Without `text` it is our own. */
export function Attribution({ text }: { text: string | undefined }) {
  if (text !== undefined) return text === '' ? null : <small className={styles.attribution}>{text}</small>;
  return <small className={styles.attribution} dangerouslySetInnerHTML={{ __html: attribution }} />;
}
