import { on } from './handler.ts';

/** The security extension of OCPP 1.6, A02. The certificate follows as CertificateSigned. */
export const signCertificate = on('SignCertificate', async ({ csr = '' }, { chargePointId, commandReports }) => ({
  status: (await commandReports.certificateAsked(chargePointId, csr)) ? 'Accepted' : 'Rejected',
}));
