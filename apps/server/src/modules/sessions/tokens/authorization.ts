import { isBalanceEnough } from '@bijli/contract/charge-choice';
import type { Tx } from '#db/database.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { findToken, groupOfDriver, tagInfo, type TagInfo, type Token } from '#modules/tokens/index.ts';
import type { SessionContext } from '../context.ts';
import { cardRejected, type CardRejected } from '../session-events.ts';
import type { Session } from '../sessions.store.ts';

/** How long a charge point may cache that a driver's card has enough balance, including while it is offline. */
const CARD_TTL_MS = DAY_MS;

/** Notifies a driver why a card was rejected, because the charge point does not show the reason. */
export async function publishCardRejected(
  tx: Tx,
  { events, network, clock }: Pick<SessionContext, 'events' | 'network' | 'clock'>,
  { driverId, label, idTag }: Token,
  reason: CardRejected['reason'],
  chargePointId: string,
): Promise<void> {
  const chargePoint = await network.findChargePoint(chargePointId, tx);
  if (!chargePoint || driverId === null) return;
  const { stationId } = chargePoint;
  const [connector] = await network.describeConnectors([{ stationId, chargePointId, connector: 1 }], tx);
  const stationName = connector?.stationName ?? '';
  await events.publish(tx, cardRejected, {
    driverId,
    cardName: label,
    reason,
    idTag,
    stationId,
    stationName,
    at: clock.now(),
  });
}

/** Decides whether a tag may charge. */
export function createAuthorization(context: SessionContext) {
  const { database, clock, wallet, liveSessions } = context;

  return {
    /**
     * Whether an idTag belongs to a session that may run on this charge point, or is a token that may charge anywhere.
     * A driver's card needs what a start in the app needs, unless the driver is charging here, because then it ends
     * that session. `when`: at a stop the driver is not notified of a rejection for the next session.
     */
    async authorize(
      chargePointId: string,
      idTag: string,
      when: 'presented' | 'stopped' = 'presented',
    ): Promise<TagInfo> {
      const here = liveSessions.ofChargePoint(chargePointId);
      const requested = here.find(({ session }) => session.oneTimeTag === idTag)?.session;
      if (requested) return oneTimeTagInfo(requested);
      const token = await findToken(database, idTag);
      const info = tagInfo(token, clock.now());
      if (!token || token.driverId === null || info.status !== 'Accepted') return info;
      const { driverId } = token;
      const isGood =
        here.some(({ session }) => session.driverId === driverId) ||
        isBalanceEnough((await wallet.readBalance(database, driverId)).freePaise);
      if (isGood) return fundedCardInfo(info, clock.now());
      if (when === 'presented')
        await database.transaction((tx) => publishCardRejected(tx, context, token, 'balance_too_low', chargePointId));
      return { ...info, status: 'Blocked' };
    },
  };
}

/** The idTagInfo of a one-time tag. Its parentIdTag is that of the driver's cards, which reservations may name. */
export function oneTimeTagInfo({ driverId }: Pick<Session, 'driverId'>): TagInfo {
  return { status: 'Accepted', ...(driverId !== null && { parentIdTag: groupOfDriver(driverId) }) };
}

/** The idTagInfo of a card that is accepted, with an expiry. */
export function fundedCardInfo<Info extends Pick<TagInfo, 'expiresAt'>>(info: Info, now: Date): Info {
  const fundedUntil = new Date(now.getTime() + CARD_TTL_MS);
  const { expiresAt = fundedUntil } = info;
  return { ...info, expiresAt: expiresAt < fundedUntil ? expiresAt : fundedUntil };
}
