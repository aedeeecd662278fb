import { on } from './handler.ts';

/** OCPP 1.6 section 4.3: no vendor's own messages are understood here. */
export const dataTransfer = on('DataTransfer', async ({ vendorId, messageId }, { log }) => {
  log({ vendorId, messageId }, 'a charge point sent vendor data');
  return { status: 'UnknownVendorId' };
});
