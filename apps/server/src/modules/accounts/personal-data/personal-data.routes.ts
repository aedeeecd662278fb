import { api } from '@bijli/contract/api';
import type { Http } from '#http/calls/serve.ts';
import type { PersonalDataCopies } from './personal-data.ts';

export function personalDataRoutes({ serve }: Http, personalData: PersonalDataCopies): void {
  serve(api.personalData, async ({ driverId, query, messages, reply }) => {
    const isPdf = query.format === 'pdf';
    const answer = isPdf
      ? await personalData.exportAsPdf(driverId, messages)
      : await personalData.exportAsJson(driverId);
    // Set only when there is a file, because a refusal is not one.
    reply.header('content-disposition', `attachment; filename="bijli-data.${isPdf ? 'pdf' : 'json'}"`);
    if (Buffer.isBuffer(answer)) reply.type('application/pdf');
    return answer;
  });
}
