import styles from './Unbroken.module.css';

/** A word with a hyphen, or a figure with its unit. */
const WHOLE = /(\S*-\S*|[\d.]+ (?:kWh?|A|m)\b)/;

/** A text that breaks between its words only: `DC-001`, `3-phase`, `O-7K2F` and `11 kW` stay whole. */
export function Unbroken({ text }: { text: string }) {
  return text.split(WHOLE).map((part, index) => {
    if (index % 2 === 0) return part;
    return (
      // The words of a text keep their places.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={styles.whole}>
        {part}
      </span>
    );
  });
}
