import type { Tx } from '#db/database.ts';
import type { SessionTurned } from '#modules/sessions/index.ts';
import type { Notice } from './notice.ts';

/** Below this the next session is not sure. */
const LOW_BALANCE_PAISE = 10_000;

/** What drivers are told of a turn of their session. `freePaise`: the balance after it, asked for where it matters. */
export async function noticesOf(
  tx: Tx,
  turned: SessionTurned,
  freePaise: (tx: Tx) => Promise<number>,
): Promise<Notice[]> {
  const { driverId, bookingId, stationId, stationName } = turned;
  const about = { bookingId, stationId, stationName };
  const notice = (kind: Notice['kind'], facts: Notice['facts'], key: string = kind): Notice => ({
    driverId,
    key: `${key}:${bookingId}`,
    kind,
    facts: { ...about, ...facts },
  });
  switch (turned.turn) {
    case 'started':
      return [notice('charge_started', {})];
    case 'revived':
      return [notice('charge_started', { heldAgainPaise: turned.holdPaise })];
    case 'nearly-done':
      return [
        notice('charge_nearly_done', {
          energyWh: turned.energyWh,
          ...(turned.soc !== undefined && { soc: turned.soc }),
        }),
      ];
    case 'failed':
      return [notice('start_failed', { reason: turned.reason, paise: turned.backPaise })];
    case 'corrected': {
      const { energyWh, paise, backPaise } = turned;
      if (backPaise > 0) return [notice('money_back', { paise: backPaise }, `money_back:${energyWh}`)];
      return [notice('charge_done', { energyWh, paise, corrected: true }, `corrected:${energyWh}`)];
    }
    case 'ended': {
      const { energyWh, paise, reason } = turned;
      const figures = { energyWh, paise, ...(turned.provisional && { provisional: true }) };
      const ended = turned.early
        ? notice('charge_stopped_early', { ...figures, reason }, 'ended')
        : notice('charge_done', figures, 'ended');
      const left = await freePaise(tx);
      return left < LOW_BALANCE_PAISE ? [ended, notice('balance_low', { paise: left })] : [ended];
    }
  }
}
