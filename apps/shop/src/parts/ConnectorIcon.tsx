import { connectorDrawing } from '@bijli/ui/connector-drawings';
import styles from './ConnectorIcon.module.css';

/** Names of the drawings by connector type, as the catalogue spells it. */
const FILE: Record<string, string> = {
  '2': 'type2',
  CCS2: 'ccs2',
  '6': 'lev-ac',
  M: 'socket-15a',
  'IEC 60309': 'bharat-ac',
  'GB/T': 'gbt-dc',
};

/** A connector from the front, in the colour of the text. */
export function ConnectorIcon({ type }: { type: string }) {
  const svg = connectorDrawing(FILE[type] ?? 'generic');
  return <span className={styles.icon} dangerouslySetInnerHTML={{ __html: svg }} />;
}
