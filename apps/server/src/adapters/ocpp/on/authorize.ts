import { on } from './handler.ts';

/** OCPP 1.6 section 4.1. */
export const authorize = on('Authorize', async ({ idTag }, { chargePointId, reports }) => {
  const status = idTag === undefined ? 'Invalid' : await reports.authorize(chargePointId, idTag);
  return { idTagInfo: { status } };
});
