import type { Tx } from '#db/database.ts';
import type { SessionContext } from '../context.ts';
import { nextState } from '../session-state.ts';
import * as store from '../sessions.store.ts';

/**
 * Revives a session that began in time but was given up before it was reported: its hold is renewed. Returns
 * undefined if that is impossible, because the money is spent, or another session of the driver or on the connector is
 * running. The driver must be locked.
 */
export async function reviveSession(
  tx: Tx,
  { wallet, rules, publishEvent }: Pick<SessionContext, 'wallet' | 'rules' | 'publishEvent'>,
  session: store.BoughtSession,
  started: store.SessionChange,
): Promise<store.Session | undefined> {
  const { bookingId, driverId, holdPaise } = session;
  if ((await store.listOpenOfDriver(tx, driverId)).length >= rules.runningPerDriver) return undefined;
  if (await store.isConnectorTaken(tx, session)) return undefined;
  if ((await wallet.readBalance(tx, driverId)).freePaise < holdPaise) return undefined;
  await wallet.renewHold(tx, bookingId);
  const revived = await store.changeSession(tx, bookingId, {
    ...started,
    state: nextState(session.state, 'revived'),
    endedAt: null,
    endReason: null,
    linkLostAt: null,
  });
  await publishEvent(tx, revived, { kind: 'revived', holdPaise });
  return revived;
}
