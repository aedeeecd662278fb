import { on } from './handler.ts';

/** The security extension of OCPP 1.6. There is firmware that gives up when these are not implemented. */
export const securityEventNotification = on('SecurityEventNotification', async ({ type, techInfo }, { note }) => {
  note({ type, techInfo }, 'a charge point reported a security event');
  return {};
});

/** Certificates are installed by hand here, so a charge point's wish for one is refused. */
export const signCertificate = on('SignCertificate', async () => ({ status: 'Rejected' }));

export const logStatusNotification = on('LogStatusNotification', async ({ status }, { note }) => {
  note({ status }, 'a charge point uploads its log');
  return {};
});
