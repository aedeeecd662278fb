import { operatorApi } from '@bijli/contract/operator-api';
import { pageOf } from '#db/pagination.ts';
import { stationsToList, type OperatorHttp } from '#http/calls/operator.ts';
import type { Faults } from './index.ts';

/** Connectors at which the charge point makes starts fail, and the rule that notices them. */
export function faultsRoutes({ serveOperator }: OperatorHttp, faults: Faults): void {
  serveOperator(operatorApi.listFaults, async ({ query, staff }) => {
    const stationIds = stationsToList(staff, query.station_id);
    const { rows, next } = await faults.listFaults({ stationIds, isAll: query.all === 'true' }, pageOf(query));
    return {
      faults: rows.map(({ id, chargePointId, connector, stationId, cause, state, tries, commandId, ...row }) => ({
        id: String(id),
        charger_id: chargePointId,
        connector,
        station_id: stationId,
        cause,
        state,
        opened_at: row.openedAt.toISOString(),
        changed_at: row.changedAt.toISOString(),
        tries,
        command_id: commandId,
        ended_at: row.endedAt?.toISOString() ?? null,
        ended_by: row.endedBy,
      })),
      ...(next && { next }),
    };
  });

  serveOperator(operatorApi.endFault, async ({ params, ...call }) => {
    await faults.endFault({ chargePointId: params.charger_id, connector: Number(params.connector) }, call);
    return {};
  });

  serveOperator(operatorApi.faultRule, async () => {
    const { drivers, withinHours, fixes, tryAgainHours } = await faults.readRule();
    return { drivers, within_hours: withinHours, fixes: [...fixes], try_again_hours: tryAgainHours };
  });

  serveOperator(operatorApi.setFaultRule, async ({ body, ...call }) => {
    const { drivers, within_hours: withinHours, fixes, try_again_hours: tryAgainHours } = body;
    await faults.changeRule({ drivers, withinHours, fixes, tryAgainHours }, call);
    return {};
  });
}
