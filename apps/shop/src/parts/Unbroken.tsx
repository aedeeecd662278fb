import styles from './Unbroken.module.css';

/** A text that breaks between its words only: `DC-001`, `3-phase` and `O-7K2F` stay whole. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/( )/).map((part, index) => {
    if (!part.includes('-')) return part;
    return (
      // The words of a text keep their places.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={styles.whole}>
        {part}
      </span>
    );
  });
}
