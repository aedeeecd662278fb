import { operatorApi } from '@bijli/contract/operator-api';
import { pageOf } from '#db/pagination.ts';
import type { OperatorHttp } from '#http/calls/operator.ts';
import type { Sessions } from './index.ts';

/** The operator's endpoints for open cases: energy that nobody was billed for, and reports that fit no session. */
export function casesRoutes({ serveOperator }: OperatorHttp, { cases }: Pick<Sessions, 'cases'>): void {
  serveOperator(operatorApi.listDisputes, async ({ query }) => {
    const { rows, next } = await cases.listDisputes(query.all === 'true', pageOf(query));
    return {
      disputes: rows.map(({ id, cause, energyWh, chargePointId, connector, bookingId, note, ...times }) => ({
        id: String(id),
        cause,
        units: energyWh / 1000,
        charger_id: chargePointId,
        connector,
        booking_id: bookingId,
        began_at: times.beganAt.toISOString(),
        ended_at: times.endedAt?.toISOString() ?? null,
        noted_at: times.notedAt.toISOString(),
        resolved_at: times.resolvedAt?.toISOString() ?? null,
        note,
      })),
      ...(next && { next }),
    };
  });

  serveOperator(operatorApi.resolveDispute, async ({ params, body, ...call }) => {
    await cases.resolveDispute(Number(params.dispute_id), body.note, call);
    return {};
  });

  serveOperator(operatorApi.listQuarantine, async ({ query }) => {
    const { rows, next } = await cases.listQuarantined(query.charger_id, pageOf(query));
    return {
      reports: rows.map(({ id, chargePointId, kind, problem, report, receivedAt, notKept }) => ({
        id: String(id),
        charger_id: chargePointId,
        kind,
        problem,
        report,
        received_at: receivedAt.toISOString(),
        not_kept: notKept,
      })),
      ...(next && { next }),
    };
  });

  serveOperator(operatorApi.resolveQuarantined, async ({ params, ...call }) => {
    await cases.resolveQuarantined(Number(params.report_id), call);
    return {};
  });
}
