import * as z from 'zod/mini';
import type { Tx } from '#db/database.ts';
import { isSameTag } from '#kernel/ids.ts';
import { reportedStartAt, type StartReport, type StopReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { deleteQuarantinedReport, listEarlyStops } from '../rejected/quarantine.store.ts';
import * as store from '../sessions.store.ts';
import type { Stops } from './stops.ts';

export type EarlyStops = ReturnType<typeof createEarlyStops>;

/**
 * Ends sessions whose StopTransaction came before their StartTransaction: after an outage some charge points send what
 * they have kept in the wrong order. Until then that stop fitted no session, and was quarantined.
 */
export function createEarlyStops(
  { database, network, log }: Pick<SessionContext, 'database' | 'network' | 'log'>,
  { stopped }: Pick<Stops, 'stopped'>,
) {
  return {
    /** Ends the session that this start has just begun, if its stop is in quarantine, and takes the stop out of it. */
    async applyEarlyStop(start: StartReport, transactionId: number): Promise<void> {
      const early = await findEarlyStop(database, network, start);
      if (!early) return;
      await stopped({ ...early.stop, transactionId, receivedAt: start.receivedAt });
      await deleteQuarantinedReport(database, early.id);
      const { chargePointId } = start;
      log.info(
        { event: 'session.stopped_before_start', chargePointId, transactionId },
        'a session was ended by a StopTransaction that had come before its StartTransaction',
      );
    },
  };
}

const moment = z.pipe(
  z.iso.datetime(),
  z.transform((text) => new Date(text)),
);

/** A stop as `quarantineEarlyStop` stored it, whichever release wrote it. Without its register it ends no session. */
const STORED_STOP = z.object({
  chargePointId: z.string(),
  transactionId: z.number(),
  meterStopWh: z.number(),
  at: moment,
  isClockDoubted: z.optional(z.literal(true)),
  claimedAt: z.optional(moment),
  receivedAt: moment,
  reason: z.optional(z.string()),
  idTag: z.optional(z.string()),
  readings: z.array(
    z.object({
      at: moment,
      context: z.string(),
      registerWh: z.optional(z.number()),
      powerW: z.optional(z.number()),
      soc: z.optional(z.number()),
      currentA: z.optional(z.number()),
      voltageV: z.optional(z.number()),
      temperatureC: z.optional(z.number()),
      isClockDoubted: z.optional(z.literal(true)),
    }),
  ),
}) satisfies z.ZodMiniType<StopReport>;
type EarlyStop = z.infer<typeof STORED_STOP>;

/** The earliest quarantined stop that can only mean the transaction of this start. */
async function findEarlyStop(
  tx: Tx,
  network: SessionContext['network'],
  start: StartReport,
): Promise<{ id: number; stop: EarlyStop } | undefined> {
  if (start.isClockDoubted) return undefined;
  const stops = (await listEarlyStops(tx, start.chargePointId)).flatMap(({ id, stop: text }) => {
    const stop = STORED_STOP.safeParse(JSON.parse(text)).data;
    return stop ? [{ id, stop }] : [];
  });
  if (stops.length === 0) return undefined;
  const chargePoint = await network.findChargePoint(start.chargePointId, tx);
  const isOnlyConnector = chargePoint?.connectors.length === 1;
  const fitting = stops
    .filter(({ stop }) => canEnd(stop, start, isOnlyConnector))
    .toSorted((a, b) => a.stop.at.getTime() - b.stop.at.getTime());
  for (const each of fitting) if (!(await store.isTransactionIdGivenOut(tx, each.stop.transactionId))) return each;
  return undefined;
}

/** Without a tag, a stop of a charge point with several connectors could mean another transaction. */
function canEnd(stop: EarlyStop, start: StartReport, isOnlyConnector: boolean): boolean {
  const isOfTag = stop.idTag ? isSameTag(start.idTag, stop.idTag) : isOnlyConnector;
  const isAfter = !stop.isClockDoubted && stop.at >= reportedStartAt(start);
  return isOfTag && isAfter && stop.meterStopWh >= start.meterStartWh;
}
