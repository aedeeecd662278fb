import { operatorApi } from '@bijli/contract/operator-api';
import type { OperatorHttp } from '#http/operator.ts';
import type { LocalLists } from './index.ts';

/** What staff do with lists of tags in charge points. */
export function localListsRoutes({ serveOperator }: OperatorHttp, { sendWhole }: Pick<LocalLists, 'sendWhole'>): void {
  serveOperator(operatorApi.sendLocalList, async ({ params, ...call }) => {
    await sendWhole(params.charger_id, call);
    return {};
  });
}
