import { MINUTE_MS } from '#device/durations.ts';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';

/** The forecast is not exact to the minute. */
const STEP_MINUTES = 5;

/** Hook: the likely time until a moment, rounded up to five minutes. Undefined when it has passed. */
export function useDurationUntil(utc: string | undefined): string | undefined {
  const { station: messages } = useMessages();
  const minutes = (Date.parse(utc ?? '') - useNow()) / MINUTE_MS;
  if (!(minutes > 0)) return undefined;
  const rounded = Math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES;
  return messages.duration(Math.floor(rounded / 60), rounded % 60);
}
