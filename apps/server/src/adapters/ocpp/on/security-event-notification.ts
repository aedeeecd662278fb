import { on } from './handler.ts';

/** The security extension of OCPP 1.6. There is firmware that gives up when it is not implemented. */
export const securityEventNotification = on('SecurityEventNotification', async ({ type, techInfo }, { log }) => {
  log({ type, techInfo }, 'a charge point reported a security event');
  return {};
});
