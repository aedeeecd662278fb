import { useState } from 'react';
import type { LiveMeterValue } from '@bijli/contract/realtime';
import { Badge } from '@bijli/ui/Badge';
import { ago } from '@bijli/ui/format/ago';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';
import { hasNoReading, takenAtMs } from './live-figures.ts';
import styles from './ReadingAge.module.css';

/** An older reading is not called live. */
const LIVE_SECONDS = 90;

/** The age of the figures, and whether more will come. */
export function ReadingAge({ meter, isConnected }: { meter: LiveMeterValue; isConnected: boolean }) {
  const { at } = meter;
  const messages = useMessages();
  const nowMs = useNow();
  const seconds = Math.max(0, (nowMs - useTakenAtMs(at, nowMs)) / 1000);
  const age = ago(seconds, messages.time);
  const isWaiting = hasNoReading(meter);
  const isLive = isConnected && !isWaiting && seconds < LIVE_SECONDS;
  const { live, old, reconnecting, waitsForReading } = messages.charging;
  const sentence =
    isConnected && isWaiting ? waitsForReading : isLive ? live : isConnected ? old(age) : reconnecting(age);
  return (
    <p className={`num ${styles.freshness}`}>
      {/* The badge is centred. A longer sentence becomes a new element, so that it does not slide. */}
      <Badge key={sentence.length} tone={isLive ? 'live' : 'wait'}>
        <span className={isLive ? styles.liveDot : styles.waitDot} aria-hidden />
        {sentence}
      </Badge>
    </p>
  );
}

/** When the reading was taken by this device's clock: pushed readings are new, requested ones may be older. */
function useTakenAtMs(at: string, nowMs: number): number {
  const [known, setKnown] = useState(() => ({ at, takenAtMs: takenAtMs(at, nowMs) }));
  if (known.at === at) return known.takenAtMs;
  setKnown({ at, takenAtMs: nowMs });
  return nowMs;
}
