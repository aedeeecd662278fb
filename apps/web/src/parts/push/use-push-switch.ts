import { notify } from '@bijli/ui/notify';
import { usePush } from '#api/notifications.ts';
import type { PushState } from '#device/push.ts';
import { useMessages } from '#messages/messages.ts';

interface PushSwitch {
  /** Undefined until it is known. */
  state: PushState | undefined;
  switchTo(isOn: boolean): void;
  isSwitching: boolean;
  /** The new position while it is changing. */
  isOn: boolean;
}

/** Hook: turns push on this device on and off, and says so when the browser refuses. */
export function usePushSwitch(): PushSwitch {
  const { push: messages } = useMessages();
  const { state, turnOn, turnOff } = usePush();
  const isSwitching = turnOn.isPending || turnOff.isPending;
  const tell = (isTurnedOn: boolean) => {
    if (isTurnedOn) notify.success(messages.on);
    else if (Notification.permission === 'granted') notify.error(messages.failed);
  };
  return {
    state,
    isSwitching,
    isOn: turnOn.isPending || (state === 'on' && !turnOff.isPending),
    switchTo(isOn) {
      if (isSwitching) return;
      if (isOn) turnOn.mutate(undefined, { onSuccess: tell });
      else turnOff.mutate();
    },
  };
}
