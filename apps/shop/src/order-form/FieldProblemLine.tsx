import { CircleAlert } from 'lucide-react';
import styles from './OrderForm.module.css';

/** The line below a field that says what is wrong with its value. */
export function FieldProblemLine({ id, problem }: { id: string; problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p className={styles.problem} id={id}>
      <CircleAlert aria-hidden size={16} />
      {problem}
    </p>
  );
}
