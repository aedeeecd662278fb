import styles from './ConnectorIcon.module.css';

/** In the page from the first byte, so they come with the code; there are few, and each is small. */
const drawings = import.meta.glob<string>('../ui/drawings/connectors/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Drawings by what stands behind `Type` on a badge. */
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
  const svg = drawings[`../ui/drawings/connectors/${FILE[type] ?? 'generic'}.svg`] ?? '';
  const quiet = svg.trim().replace(/role="img" aria-label="[^"]*"/, 'aria-hidden="true"');
  return <span className={styles.icon} dangerouslySetInnerHTML={{ __html: quiet }} />;
}
