import { defineHandler } from './define-handler.ts';
import { requiredField } from './required-field.ts';

/** Vendor ids that would be understood, in lower case. */
const VENDORS = new Set(['bijli']);

/** OCPP 1.6 section 4.3. No vendor messages are supported yet, not even our own. */
export const dataTransfer = defineHandler('DataTransfer', async (request, { log }, receivedFields) => {
  const vendorId = requiredField(request.vendorId, receivedFields, 'vendorId');
  const { messageId } = request;
  log({ vendorId, messageId }, 'a charge point sent vendor data');
  return { status: VENDORS.has(vendorId.toLowerCase()) ? 'UnknownMessageId' : 'UnknownVendorId' };
});
