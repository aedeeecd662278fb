import styles from './LiveCharge.module.css';

/** Room for the point and for separators. */
const MARKS_CH = 0.4;

/** A number that changes under the eye: its place is as wide as its digits can be, so that its unit stays where it is. */
export function Steady({ children }: { children: string }) {
  const digits = children.replaceAll(/\D/g, '').length;
  return (
    <span className={styles.steady} style={{ minWidth: `${digits + MARKS_CH * (children.length - digits)}ch` }}>
      {children}
    </span>
  );
}
