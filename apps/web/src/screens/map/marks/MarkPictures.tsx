import { useMessages } from '#messages/messages.ts';
import { chosenPicture, driverPicture, type PinLook, type Scheme } from './pictures.ts';
import styles from '../MapScreen.module.css';

/** The mark of the driver's position. */
export function DriverPicture({ scheme }: { scheme: Scheme }) {
  const { map: messages } = useMessages();
  return (
    <span
      className={styles.me}
      role="img"
      aria-label={messages.you}
      data-over-map
      dangerouslySetInnerHTML={{ __html: driverPicture(scheme) }}
    />
  );
}

/** The pin of the front card, half as large again. */
export function ChosenPicture({ look, scheme }: { look: PinLook; scheme: Scheme }) {
  return (
    <span className={styles.chosen} data-chosen dangerouslySetInnerHTML={{ __html: chosenPicture(look, scheme) }} />
  );
}
