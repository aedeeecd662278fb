import { defineHandler } from './define-handler.ts';
import { requiredField } from './required-field.ts';

/** The security extension of OCPP 1.6, A02. The certificate follows in CertificateSigned. */
export const signCertificate = defineHandler(
  'SignCertificate',
  async (request, { chargePointId, operationReports }, receivedFields) => {
    const csr = requiredField(request.csr, receivedFields, 'csr');
    return { status: (await operationReports.certificateRequested(chargePointId, csr)) ? 'Accepted' : 'Rejected' };
  },
);
