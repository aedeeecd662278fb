import type { Station } from '@bijli/contract/stations';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { keepUser } from '#device/stored-user.ts';
import { clientConfig, profileReply } from './replies.ts';

/** Serves these stations to a signed-in driver. No station has a page of its own. */
export function serveStations(properties: Station[]): ReturnType<typeof serveAnswers> {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  return serveAnswers({
    'GET /api-v1/user/charging-station': { success: true, properties },
    'GET /api-v1/localities': { success: true, localities: [] },
    'GET /client-config': clientConfig(),
    'GET /api-v1/user/get-profile': profileReply(),
    'GET /api-v1/user/get-charger': { success: false, message: 'Unknown.', code: 'station_unknown' },
  });
}
