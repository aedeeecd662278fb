import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@bijli/ui/Button';
import { Card } from '@bijli/ui/Card';
import layout from '@bijli/ui/layout.module.css';
import text from '@bijli/ui/text.module.css';
import { notePushDeclined, isPushDeclined } from '#device/push-declined.ts';
import { useMessages } from '#messages/messages.ts';
import { usePushSwitch } from './use-push-switch.ts';
import styles from './PushPrompt.module.css';

/** Offers notifications when they have become useful. The browser's own question follows only after a yes. */
export default function PushPrompt() {
  const { push: messages } = useMessages();
  const { state, switchTo, isSwitching } = usePushSwitch();
  const [isDeclined, setDeclined] = useState(isPushDeclined);
  if (state !== 'off' || isDeclined) return null;
  const decline = () => {
    notePushDeclined();
    setDeclined(true);
  };
  return (
    <Card>
      <div className={styles.offer}>
        <BellRing size={24} aria-hidden />
        <div>
          <h2 className={text.strong}>{messages.offerTitle}</h2>
          <p className={styles.what}>{messages.offer}</p>
        </div>
      </div>
      <div className={layout.row}>
        <Button look="quiet" isSlim isBusy={isSwitching} onClick={() => switchTo(true)}>
          {messages.turnOn}
        </Button>
        <Button look="text" isSlim onClick={decline}>
          {messages.notNow}
        </Button>
      </div>
    </Card>
  );
}
