import { useClientConfig } from '#api/client-config.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './DemoBadge.module.css';

/** Says once in the frame that the stations are fictional, when they are. */
export function DemoBadge() {
  const { stations: messages } = useMessages();
  const { data: config } = useClientConfig();
  return config?.demo === true && <span className={styles.demo}>{messages.demo}</span>;
}
