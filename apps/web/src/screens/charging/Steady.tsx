import styles from './LiveCharge.module.css';

/** Room for the point and for separators. */
const MARKS_CH = 0.4;

interface SteadyProps {
  children: string;
  /** The longest that it will come to be. */
  longest: string;
}

/** A number that changes under the eye: its place is as wide as it can become, so that its unit stays where it is. */
export function Steady({ children, longest }: SteadyProps) {
  return (
    <span className={styles.steady} style={{ minWidth: `${Math.max(width(children), width(longest))}ch` }}>
      {children}
    </span>
  );
}

function width(text: string): number {
  const digits = text.replaceAll(/\D/g, '').length;
  return digits + MARKS_CH * (text.length - digits);
}
