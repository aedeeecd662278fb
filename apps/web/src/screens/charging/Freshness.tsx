import { useState } from 'react';
import type { LiveMeterValue } from '@bijli/contract/realtime';
import { Badge } from '@bijli/ui/Badge';
import { ago } from '@bijli/ui/format/ago';
import { useNow } from '#device/ticking.ts';
import { useMessages } from '#messages/messages.ts';
import { hasNoReading, takenAtMs } from './live-figures.ts';
import styles from './LiveCharge.module.css';

/** A reading older than this is not called live. */
const LIVE_SECONDS = 90;

/** How old the figures are, and whether more will come. */
export function Freshness({ meter, isConnected }: { meter: LiveMeterValue; isConnected: boolean }) {
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
      {/* It stands in the middle: with longer words it is another badge, and not the same one moved. */}
      <Badge key={sentence.length} tone={isLive ? 'live' : 'wait'}>
        <span className={isLive ? styles.liveDot : styles.waitDot} aria-hidden />
        {sentence}
      </Badge>
    </p>
  );
}

/** When the reading came, by this device's clock: what is pushed is new, what was asked for may be older. */
function useTakenAtMs(at: string, nowMs: number): number {
  const [known, setKnown] = useState(() => ({ at, takenAtMs: takenAtMs(at, nowMs) }));
  if (known.at === at) return known.takenAtMs;
  setKnown({ at, takenAtMs: nowMs });
  return nowMs;
}
