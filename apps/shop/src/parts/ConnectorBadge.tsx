import { messages } from '#messages/messages.ts';
import { ConnectorIcon } from './ConnectorIcon.tsx';
import styles from './ConnectorBadge.module.css';

/** A connector's drawing with its type. */
export function ConnectorBadge({ type }: { type: string }) {
  return (
    <span className={styles.type}>
      <ConnectorIcon type={type} />
      {messages().card.type(type)}
    </span>
  );
}
