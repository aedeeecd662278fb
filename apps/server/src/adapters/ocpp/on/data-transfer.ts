import { on } from './handler.ts';
import { requiredField } from './required-field.ts';

/** Vendors whose messages would be understood here, in small letters. */
const VENDORS = new Set(['bijli']);

/** OCPP 1.6 section 4.3: no vendor's own messages are understood here, those of ours are none yet. */
export const dataTransfer = on('DataTransfer', async (request, { log }, receivedFields) => {
  const vendorId = requiredField(request.vendorId, receivedFields, 'vendorId');
  const { messageId } = request;
  log({ vendorId, messageId }, 'a charge point sent vendor data');
  return { status: VENDORS.has(vendorId.toLowerCase()) ? 'UnknownMessageId' : 'UnknownVendorId' };
});
