import { LocateOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@bijli/ui/Button';
import { Banner } from '@bijli/ui/Notice';
import { nativeShell } from '#device/native-shell.ts';
import type { NoPlace } from '#device/position.ts';
import { currentMessages, useMessages } from '#messages/messages.ts';

/** Hook: why a requested position was not found. Undefined when that is over. */
export function useNoPlace() {
  const [why, setWhy] = useState<NoPlace>();
  return {
    why,
    tell(reason: NoPlace) {
      setWhy(reason);
      const { errors } = currentMessages();
      const shell = nativeShell();
      if (reason === 'denied') alert(shell ? errors.noLocationInApp[shell] : errors.noLocation);
    },
    close: () => setWhy(undefined),
  };
}

/** What to do about a missing position. It stays after the alert is gone. */
export function NoPlaceNotice({ why, close }: Pick<ReturnType<typeof useNoPlace>, 'why' | 'close'>) {
  const { errors, common } = useMessages();
  if (!why) return null;
  const shell = nativeShell();
  const allow = shell ? errors.noLocationInApp[shell] : errors.allowLocation;
  return (
    <Banner
      icon={LocateOff}
      action={
        <Button look="text" onClick={close}>
          {common.close}
        </Button>
      }
    >
      {why === 'denied' ? allow : errors.placeNotFound}
    </Banner>
  );
}
