import { on } from './handler.ts';

/** The security extension of OCPP 1.6. Certificates are installed by hand here, so a request for one is rejected. */
export const signCertificate = on('SignCertificate', async () => ({ status: 'Rejected' }));
