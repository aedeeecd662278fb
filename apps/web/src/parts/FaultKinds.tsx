import type { FaultKind } from '@bijli/contract/faults';
import { useId } from 'react';
import { useWords } from '#words/words.ts';
import styles from './FaultSheet.module.css';

interface FaultKindsProps {
  value: FaultKind | undefined;
  onChange: (kind: FaultKind) => void;
}

/** What can be wrong, as native radio buttons in the order of the words. */
export function FaultKinds({ value, onChange }: FaultKindsProps) {
  const { fault: words } = useWords();
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${name}-question`}>
      <h3 id={`${name}-question`} className={styles.question}>
        {words.kind}
      </h3>
      {(Object.keys(words.kinds) as FaultKind[]).map((kind) => (
        <label key={kind} className={styles.kind}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={kind}
            checked={kind === value}
            onChange={() => onChange(kind)}
          />
          <span className={styles.mark} aria-hidden />
          {words.kinds[kind]}
        </label>
      ))}
    </div>
  );
}
