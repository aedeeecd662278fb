import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@bijli/ui/Button';
import { Banner } from '@bijli/ui/Notice';
import { useMessages } from '#messages/messages.ts';
import { loadNewerBuild } from './newer-build.ts';
import styles from './NewerBuildNotice.module.css';

/** Tells that there is a newer build. It is loaded only when the driver presses the button. */
export default function NewerBuildNotice() {
  const { update: messages } = useMessages();
  const [isLater, setLater] = useState(false);
  if (isLater) return null;
  return (
    <div className={styles.place}>
      <Banner
        icon={RefreshCw}
        action={
          <span className={styles.buttons}>
            <Button look="text" isSlim onClick={loadNewerBuild}>
              {messages.load}
            </Button>
            <Button look="text" isSlim onClick={() => setLater(true)}>
              {messages.later}
            </Button>
          </span>
        }
      >
        {messages.ready}
      </Banner>
    </div>
  );
}
