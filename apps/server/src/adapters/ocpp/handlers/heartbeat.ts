import { defineHandler } from './define-handler.ts';

/** OCPP 1.6 section 4.6. A charge point sets its clock by the answer. */
export const heartbeat = defineHandler('Heartbeat', async (_request, { receivedAt }) => ({
  currentTime: receivedAt.toISOString(),
}));
