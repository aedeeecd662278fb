import type { Tx } from '#db/database.ts';
import type { PublishedSessionEvent } from '#modules/sessions/index.ts';
import type { Notice } from './notice.ts';

/** Below this the next session is not sure. */
const LOW_BALANCE_PAISE = 10_000;

/** What drivers are told of an event of their session. `freePaise`: the balance after it, asked for where it matters. */
export async function noticesOf(
  tx: Tx,
  published: PublishedSessionEvent,
  freePaise: (tx: Tx) => Promise<number>,
): Promise<Notice[]> {
  const { driverId, bookingId, stationId, stationName } = published;
  const about = { bookingId, stationId, stationName };
  const notice = (kind: Notice['kind'], facts: Notice['facts'], key: string = kind): Notice => ({
    driverId,
    key: `${key}:${bookingId}`,
    kind,
    facts: { ...about, ...facts },
  });
  switch (published.kind) {
    case 'started':
      return [notice('charge_started', {})];
    case 'revived':
      return [notice('charge_started', { heldAgainPaise: published.holdPaise })];
    case 'nearly-done':
      return [
        notice('charge_nearly_done', {
          energyWh: published.energyWh,
          ...(published.soc !== undefined && { soc: published.soc }),
        }),
      ];
    case 'failed':
      return [notice('start_failed', { reason: published.reason, paise: published.backPaise })];
    case 'corrected': {
      const { energyWh, paise, backPaise } = published;
      if (backPaise > 0) return [notice('money_back', { paise: backPaise }, `money_back:${energyWh}`)];
      return [notice('charge_done', { energyWh, paise, corrected: true }, `corrected:${energyWh}`)];
    }
    case 'ended': {
      const { energyWh, paise, reason } = published;
      const figures = { energyWh, paise, ...(published.provisional && { provisional: true }) };
      const ended = published.early
        ? notice('charge_stopped_early', { ...figures, reason }, 'ended')
        : notice('charge_done', figures, 'ended');
      const left = await freePaise(tx);
      return left < LOW_BALANCE_PAISE ? [ended, notice('balance_low', { paise: left })] : [ended];
    }
  }
}
