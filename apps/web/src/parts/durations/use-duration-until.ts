import { MINUTE_MS } from '#device/durations.ts';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';
import { shortDuration } from './duration.ts';

/** The forecast is not exact to the minute. */
const STEP_MINUTES = 5;

/** Hook: the likely time until a moment, rounded up to five minutes. Undefined when it has passed. */
export function useDurationUntil(utc: string | undefined): string | undefined {
  const { chargeSheet: messages } = useMessages();
  const minutes = (Date.parse(utc ?? '') - useNow()) / MINUTE_MS;
  if (!(minutes > 0)) return undefined;
  return shortDuration(Math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES, messages);
}
