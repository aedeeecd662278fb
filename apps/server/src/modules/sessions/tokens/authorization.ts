import { isBalanceEnough } from '@bijli/contract/charge-choice';
import type { Tx } from '#db/database.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { findToken, groupOfDriver, tagInfo, type TagInfo, type Token } from '#modules/tokens/index.ts';
import type { SessionContext } from '../context.ts';
import { cardRefused, type CardRefused } from '../session-events.ts';
import type { Session } from '../sessions.store.ts';

/** A charge point may rely for so long on a driver's card being good for money: also while it has no link. */
const CARD_TTL_MS = DAY_MS;

/** Tells a driver why the own card was not let in: the charge point says no more than that it was not. */
export async function publishCardRefused(
  tx: Tx,
  { events, network, clock }: Pick<SessionContext, 'events' | 'network' | 'clock'>,
  { driverId, label, idTag }: Token,
  reason: CardRefused['reason'],
  chargePointId: string,
): Promise<void> {
  const chargePoint = await network.chargePoint(chargePointId, tx);
  if (!chargePoint || driverId === null) return;
  const { stationId } = chargePoint;
  const [place] = await network.describeConnectors([{ stationId, chargePointId, connector: 1 }], tx);
  const stationName = place?.stationName ?? '';
  await events.publish(tx, cardRefused, {
    driverId,
    cardName: label,
    reason,
    idTag,
    stationId,
    stationName,
    at: clock.now(),
  });
}

/** Whether a tag may charge. */
export function createAuthorization(context: SessionContext) {
  const { database, clock, wallet, liveSessions } = context;

  return {
    /**
     * Whether an idTag stands for a session that may run on this charge point, or for a token that may charge on any. A driver's card
     * needs what a start in the app needs, unless the driver charges here: then it ends that. `when`: at a stop nobody stands
     * there to be told why a card may not begin the next.
     */
    async authorize(
      chargePointId: string,
      idTag: string,
      when: 'presented' | 'stopped' = 'presented',
    ): Promise<TagInfo> {
      const here = liveSessions.ofChargePoint(chargePointId);
      const booked = here.find(({ session }) => session.idTag === idTag)?.session;
      if (booked) return oneTimeTagInfo(booked);
      const token = await findToken(database, idTag);
      const info = tagInfo(token, clock.now());
      if (!token || token.driverId === null || info.status !== 'Accepted') return info;
      const { driverId } = token;
      const isGood =
        here.some(({ session }) => session.driverId === driverId) ||
        isBalanceEnough((await wallet.balanceOf(database, driverId)).freePaise);
      if (isGood) return fundedCardInfo(info, clock.now());
      if (when === 'presented')
        await database.transaction((tx) => publishCardRefused(tx, context, token, 'balance_too_low', chargePointId));
      return { ...info, status: 'Blocked' };
    },
  };
}

/** What is told of a tag that is valid once: it is of the group of its driver's cards, which reservations may be for. */
export function oneTimeTagInfo({ driverId }: Pick<Session, 'driverId'>): TagInfo {
  return { status: 'Accepted', ...(driverId !== null && { parentIdTag: groupOfDriver(driverId) }) };
}

/** What is told of a card that is let in now. */
export function fundedCardInfo<Info extends Pick<TagInfo, 'expiresAt'>>(info: Info, now: Date): Info {
  const fundedUntil = new Date(now.getTime() + CARD_TTL_MS);
  const { expiresAt = fundedUntil } = info;
  return { ...info, expiresAt: expiresAt < fundedUntil ? expiresAt : fundedUntil };
}
