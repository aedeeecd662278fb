import type { Database } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Recorder } from '#http/calls/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { deleteQuarantinedReport, listQuarantinedReports } from './rejected/quarantine.store.ts';
import { refuse } from './sessions.refusals.ts';
import { listDisputes, resolveDispute } from './settling/disputes.store.ts';

/** Cases that wait for staff: energy that nobody was billed for, and reports that fit no session. */
export function createCases({ database, clock }: { database: Database; clock: Pick<Clock, 'now'> }) {
  return {
    /** Newest first. */
    listDisputes: (includesResolved: boolean, page: Page) => listDisputes(database, { includesResolved }, page),

    /** Throws dispute_not_open. */
    async resolveDispute(id: number, note: string, { record }: Recorder): Promise<void> {
      await database.transaction(async (tx) => {
        if (!(await resolveDispute(tx, id, { at: clock.now(), note }))) refuse('dispute_not_open');
        await record(tx, { after: { note } });
      });
    },

    /** Newest first, for one charge point or for all. */
    listQuarantined: (chargePointId: string | undefined, page: Page) =>
      listQuarantinedReports(database, chargePointId, page),

    /** Throws report_unknown. */
    async resolveQuarantined(id: number, { record }: Recorder): Promise<void> {
      await database.transaction(async (tx) => {
        const { chargePointId, kind, problem, report } =
          (await deleteQuarantinedReport(tx, id)) ?? refuse('report_unknown');
        await record(tx, { before: { charger_id: chargePointId, kind, problem, report } });
      });
    },
  };
}
