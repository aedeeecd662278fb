import { on } from './on.ts';

/** OCPP 1.6 section 4.6. A charge point sets its clock by the answer. */
export const heartbeat = on('Heartbeat', async (_request, { receivedAt }) => ({
  currentTime: receivedAt.toISOString(),
}));
