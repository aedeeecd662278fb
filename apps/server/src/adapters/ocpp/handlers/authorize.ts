import { defineHandler } from './define-handler.ts';
import { idTagIn, idTagInfoOf } from './id-tags.ts';
import { requiredField } from './required-field.ts';

/** OCPP 1.6 section 4.1. Whether the tag is charging elsewhere is checked when it starts (section 7.2). */
export const authorize = defineHandler('Authorize', async (request, { chargePointId, reports }, receivedFields) => {
  const idTag = requiredField(idTagIn(request.idTag), receivedFields, 'idTag');
  return { idTagInfo: idTagInfoOf(await reports.authorize(chargePointId, idTag)) };
});
