import { useState } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { nativeShell } from '#device/native-shell.ts';
import { locate, type NoPlace } from '#device/position.ts';
import { currentMessages } from '#messages/messages.ts';

/** Hook: asks for the driver's position on a tap, and keeps why it was not found until that is over. */
export function useLocateMe() {
  const [isLocating, setLocating] = useState(false);
  const [failure, setFailure] = useState<NoPlace>();
  return {
    isLocating,
    failure,
    /** Undefined when it was not found. */
    async locateMe(): Promise<Coordinates | undefined> {
      setLocating(true);
      setFailure(undefined);
      const place = await locate();
      setLocating(false);
      if (typeof place !== 'string') return place;
      setFailure(place);
      const { errors } = currentMessages();
      const shell = nativeShell();
      if (place === 'denied') alert(shell ? errors.noLocationInApp[shell] : errors.noLocation);
      return undefined;
    },
    closeFailure: () => setFailure(undefined),
  };
}
