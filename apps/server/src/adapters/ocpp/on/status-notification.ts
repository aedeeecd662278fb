import type { ChargePointStatus } from '@bijli/ocpp/messages';
import { chargerTime } from '@bijli/ocpp/meter-values';
import { on } from './handler.ts';

const STATUSES: ReadonlySet<string | undefined> = new Set<ChargePointStatus>([
  'Available',
  'Preparing',
  'Charging',
  'SuspendedEVSE',
  'SuspendedEV',
  'Finishing',
  'Reserved',
  'Unavailable',
  'Faulted',
]);

/** OCPP 1.6 section 4.9. A status that OCPP does not know says nothing about the connector, and retrying would not help. */
export const statusNotification = on('StatusNotification', async (request, { chargerId, receivedAt, events }) => {
  const { connectorId: connector, status, errorCode = 'NoError', timestamp } = request;
  if (connector === undefined || status === undefined || !STATUSES.has(status)) return {};
  const at = chargerTime(timestamp, receivedAt).at;
  await events.statusChanged({ chargerId, connector, status, errorCode, at });
  return {};
});
