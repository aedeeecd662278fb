import { on } from './handler.ts';

/** The security extension of OCPP 1.6. */
export const logStatusNotification = on('LogStatusNotification', async ({ status }, { log }) => {
  log({ status }, 'a charge point uploads its log');
  return {};
});
