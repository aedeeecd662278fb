import { usePushSwitch } from '#parts/use-push-switch.ts';
import { Switch } from '@bijli/ui/Switch';
import { useWords } from '#words/words.ts';
import styles from './PushSwitch.module.css';

/** Notifications to this device, on or off, with the reason where they are not to be had. */
export function PushSwitch() {
  const { push: words } = useWords();
  const { state, turn, isTurning, isOn } = usePushSwitch();
  const isToBeHad = state === 'on' || state === 'off';
  return (
    <div className={styles.place} aria-busy={isTurning || undefined}>
      <Switch
        label={words.switch}
        hint={state === undefined || isToBeHad ? words.about : words.not[state]}
        checked={isOn}
        disabled={!isToBeHad}
        onChange={turn}
      />
    </div>
  );
}
