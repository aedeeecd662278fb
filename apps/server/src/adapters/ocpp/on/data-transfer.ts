import { on } from './handler.ts';
import { needed } from './needed-field.ts';

/** Vendors whose messages would be understood here, in small letters. */
const VENDORS = new Set(['bijli']);

/** OCPP 1.6 section 4.3: no vendor's own messages are understood here, those of ours are none yet. */
export const dataTransfer = on('DataTransfer', async (request, { log }, came) => {
  const vendorId = needed(request.vendorId, came, 'vendorId');
  const { messageId } = request;
  log({ vendorId, messageId }, 'a charge point sent vendor data');
  return { status: VENDORS.has(vendorId.toLowerCase()) ? 'UnknownMessageId' : 'UnknownVendorId' };
});
