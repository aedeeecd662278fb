import { attribution } from './basemap/basemap-style.js';
import styles from './Map.module.css';

/** Where the map comes from; its licences ask that it is always to be seen. */
export function Attribution() {
  return <small className={styles.attribution} dangerouslySetInnerHTML={{ __html: attribution }} />;
}
