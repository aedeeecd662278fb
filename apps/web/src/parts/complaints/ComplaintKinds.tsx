import { useId } from 'react';
import type { ComplaintKind } from '@bijli/contract/complaints';
import { useMessages } from '#messages/messages.ts';
import styles from './ComplaintSheet.module.css';

interface ComplaintKindsProps {
  value: ComplaintKind | undefined;
  onChange: (kind: ComplaintKind) => void;
}

/** A choice of what is wrong, as native radio buttons in the order of the messages. */
export function ComplaintKinds({ value, onChange }: ComplaintKindsProps) {
  const { complaint: messages } = useMessages();
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${name}-question`}>
      <h3 id={`${name}-question`} className={styles.question}>
        {messages.kind}
      </h3>
      {(Object.keys(messages.kinds) as ComplaintKind[]).map((kind) => (
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
