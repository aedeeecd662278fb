import { messages } from '#messages/messages.ts';
import { ConnectorIcon } from './ConnectorIcon.tsx';
import styles from './ConnectorBadge.module.css';

/** A connector's drawing with its type. `isPlain`: by its everyday name, such as `CCS2`. */
export function ConnectorBadge({ type, isPlain = false }: { type: string; isPlain?: boolean }) {
  const { card, connectorName } = messages();
  return (
    <span className={styles.type}>
      <ConnectorIcon type={type} />
      {isPlain ? connectorName(type) : card.type(type)}
    </span>
  );
}
