import { Bell, BellRing } from 'lucide-react';
import { Button } from '@bijli/ui/Button';
import { dateTime } from '@bijli/ui/format/time';
import { useStationWatch } from '#api/notifications.ts';
import { useMessages } from '#messages/messages.ts';
import { usePushSwitch } from '#parts/use-push-switch.ts';
import styles from './TellWhenFree.module.css';

/** Where nothing is free: asks to be told when something is. A driver who asks for that is asked for notifications too. */
export function TellWhenFree({ propertyId, isBusy }: { propertyId: string; isBusy: boolean }) {
  const { station: messages } = useMessages();
  const { until, change, isChanging } = useStationWatch(propertyId, isBusy);
  const { state, turn } = usePushSwitch();
  if (!isBusy) return null;
  const isWatching = typeof until === 'string';
  const Glyph = isWatching ? BellRing : Bell;
  const press = () => {
    change(!isWatching);
    if (!isWatching && state === 'off') turn(true);
  };
  return (
    <div className={styles.place}>
      <Button look="quiet" block busy={isChanging} aria-pressed={isWatching} onClick={press}>
        <Glyph size={20} aria-hidden />
        {messages.tellWhenFree}
      </Button>
      {isWatching && <p className={styles.until}>{messages.tellsUntil(dateTime(until))}</p>}
    </div>
  );
}
