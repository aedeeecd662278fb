import type { Tx } from '#db/database.ts';
import * as store from '../sessions.store.ts';
import { countDelivered, type Delivered } from './energy.ts';
import { readingOf } from './samples.ts';

/** A session whose transaction has started. */
export type StartedSession = store.Session & { transactionId: number; meterStartWh: number; startedAt: Date };

/** The energy that a running session has delivered, counted from its stored samples. */
export async function countDeliveredSoFar(tx: Tx, row: store.Session, ratedW: number): Promise<Delivered> {
  const { transactionId, meterStartWh, startedAt, restartedAt } = asStarted(row);
  const readings = (await store.listSamples(tx, transactionId)).map(readingOf);
  return countDelivered({ at: startedAt, registerWh: meterStartWh }, readings, { ratedW, restartedAt });
}

/** Narrows the type: these columns are written together with the transaction id. */
export function asStarted(session: store.Session): StartedSession {
  if (session.transactionId === null) throw new Error(`The session ${session.bookingId} has not begun.`);
  return session as StartedSession;
}
