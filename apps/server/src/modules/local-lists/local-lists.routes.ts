import { operatorApi } from '@bijli/contract/operator-api';
import type { OperatorHttp } from '#http/calls/operator.ts';
import type { LocalLists } from './index.ts';

/** The operator's endpoints for local lists. */
export function localListsRoutes({ serveOperator }: OperatorHttp, { sendWhole }: Pick<LocalLists, 'sendWhole'>): void {
  serveOperator(operatorApi.sendLocalList, async ({ params, ...call }) => {
    await sendWhole(params.charger_id, call);
    return {};
  });
}
