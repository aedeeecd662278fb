import { on } from './handler.ts';
import { needed } from './needed-field.ts';

/** The security extension of OCPP 1.6, A02. The certificate follows as CertificateSigned. */
export const signCertificate = on('SignCertificate', async (request, { chargePointId, commandReports }, came) => {
  const csr = needed(request.csr, came, 'csr');
  return { status: (await commandReports.certificateAsked(chargePointId, csr)) ? 'Accepted' : 'Rejected' };
});
