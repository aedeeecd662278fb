import { on } from './handler.ts';
import { idTagIn, idTagInfoOf } from './id-tags.ts';

/** OCPP 1.6 section 4.1. Whether the tag charges elsewhere is looked at when it starts (section 7.2). */
export const authorize = on('Authorize', async (request, { chargePointId, reports }) => {
  const idTag = idTagIn(request.idTag);
  return {
    idTagInfo: idTag === undefined ? { status: 'Invalid' } : idTagInfoOf(await reports.authorize(chargePointId, idTag)),
  };
});
