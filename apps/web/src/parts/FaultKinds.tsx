import { useId } from 'react';
import type { FaultKind } from '@bijli/contract/faults';
import { useMessages } from '#messages/messages.ts';
import styles from './FaultSheet.module.css';

interface FaultKindsProps {
  value: FaultKind | undefined;
  onChange: (kind: FaultKind) => void;
}

/** What can be wrong, as native radio buttons in the order of the messages. */
export function FaultKinds({ value, onChange }: FaultKindsProps) {
  const { fault: messages } = useMessages();
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${name}-question`}>
      <h3 id={`${name}-question`} className={styles.question}>
        {messages.kind}
      </h3>
      {(Object.keys(messages.kinds) as FaultKind[]).map((kind) => (
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
          {messages.kinds[kind]}
        </label>
      ))}
    </div>
  );
}
