import { isKnownAction } from '@bijli/ocpp/operations';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Metrics } from '#telemetry/metrics.ts';
import type { Exchange } from '../calls/outbound-calls.ts';

/** Seconds. We store a message before answering it, and a charge point's answer crosses a mobile network. */
const HANDLING_BOUNDS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COMMAND_BOUNDS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Reasons for the end of a link, by close code (RFC 6455 section 7.4.1). */
const CATEGORIES: Readonly<Record<number, string>> = {
  1000: 'closed',
  1001: 'going_away',
  1002: 'protocol_error',
  1005: 'closed',
  1006: 'lost',
  1009: 'too_large',
  1012: 'drained',
};

/** Counts the links and messages of charge points. */
export function createLinkMetrics(metrics: Pick<Metrics, 'counter' | 'gauges' | 'seconds'>, linkCount: () => number) {
  const handled = metrics.seconds(
    'bijli_charge_point_frame_seconds',
    'From a frame of a charge point to our answer, by action and outcome',
    HANDLING_BOUNDS_SECONDS,
  );
  const answered = metrics.seconds(
    'bijli_charge_point_command_seconds',
    'From our call to the charge point’s answer, by action and outcome',
    COMMAND_BOUNDS_SECONDS,
  );
  const ended = metrics.counter(
    'bijli_charge_point_disconnects_total',
    'Links that ended, by category and by whether a charge was under way',
  );
  metrics.gauges({ bijli_charge_point_links: 'Charge points whose link this node holds' }, () => ({
    bijli_charge_point_links: [{ value: linkCount() }],
  }));

  return {
    countExchange({ direction, action, answerCode, latencyMs }: Exchange): void {
      const labels = {
        action: action === null ? 'none' : isKnownAction(action) ? action : 'unknown',
        // Error codes are the charge point's own text, so they are not labels.
        outcome: answerCode === null ? 'none' : answerCode === 'CALLRESULT' ? 'result' : 'error',
      };
      (direction === 'received' ? handled : answered)((latencyMs ?? 0) / SECOND_MS, labels);
    },

    countEnd(code: number, isCharging: boolean): void {
      ended({ category: CATEGORIES[code] ?? 'other', charging: String(isCharging) });
    },
  };
}
