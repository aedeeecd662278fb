import { Switch } from '@bijli/ui/Switch';
import { useMessages } from '#messages/messages.ts';
import { usePushSwitch } from './use-push-switch.ts';
import styles from './PushSwitch.module.css';

/** A switch for notifications on this device, with the reason when they are not available. */
export function PushSwitch() {
  const { push: messages } = useMessages();
  const { state, switchTo, isSwitching, isOn } = usePushSwitch();
  const isToBeHad = state === 'on' || state === 'off';
  return (
    <div className={styles.place} aria-busy={isSwitching || undefined}>
      <Switch
        label={messages.switch}
        hint={state === undefined || isToBeHad ? messages.about : messages.not[state]}
        checked={isOn}
        disabled={!isToBeHad}
        onChange={switchTo}
      />
    </div>
  );
}
