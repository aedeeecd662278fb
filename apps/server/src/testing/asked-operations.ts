import type { CentralSystemAction } from '@bijli/ocpp/messages';

/**
 * An operation that staff ask for, the payload and the answer on the wire, and the state in which the command ends.
 * They follow OCPP 1.6 and its security extension.
 */
interface Asked {
  operation: CentralSystemAction;
  payload: object;
  answer: object;
  state: 'done' | 'failed' | 'following';
}

const PROFILE = {
  chargingProfileId: 9,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Absolute',
  chargingSchedule: {
    duration: 86_400,
    startSchedule: '2026-11-20T00:00:00Z',
    chargingRateUnit: 'A',
    chargingSchedulePeriod: [
      { startPeriod: 0, limit: 16, numberPhases: 3 },
      { startPeriod: 3600, limit: 6.5 },
    ],
  },
};
const HASH = { hashAlgorithm: 'SHA256', issuerNameHash: 'ab12', issuerKeyHash: 'cd34', serialNumber: '0f' };
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const LOG = { remoteLocation: 'https://logs.example/up', oldestTimestamp: '2026-11-19T00:00:00Z' };
const FIRMWARE = {
  location: 'https://firmware.example/1.bin',
  retrieveDateTime: '2026-11-20T09:00:00Z',
  signingCertificate: PEM,
  signature: 'c2ln',
};
const LIST = [
  { idTag: 'A1', idTagInfo: { status: 'Accepted', expiryDate: '2026-12-31T00:00:00Z', parentIdTag: 'FLEET' } },
  { idTag: 'A2', idTagInfo: { status: 'Blocked' } },
];
const EXPIRY = '2026-11-20T10:00:00Z';

const asked = (
  operation: CentralSystemAction,
  payload: object,
  answer: object,
  state: Asked['state'] = 'done',
): Asked => ({ operation, payload, answer, state });
const [ACCEPTED, REJECTED] = [{ status: 'Accepted' }, { status: 'Rejected' }];

/** Each operation with an answer that accepts it, followed by those with an answer that refuses it. */
export const ASKED_OPERATIONS: Asked[] = [
  asked('CancelReservation', { reservationId: 7 }, ACCEPTED),
  asked('CertificateSigned', { certificateChain: PEM }, ACCEPTED),
  asked('ChangeAvailability', { connectorId: 0, type: 'Inoperative' }, ACCEPTED),
  asked('ChangeConfiguration', { key: 'HeartbeatInterval', value: '600' }, ACCEPTED),
  asked('ClearCache', {}, ACCEPTED),
  asked('ClearChargingProfile', { id: 9 }, ACCEPTED),
  asked('DataTransfer', { vendorId: 'org.example', messageId: 'M', data: '{}' }, { status: 'Accepted', data: 'ok' }),
  asked('DeleteCertificate', { certificateHashData: HASH }, ACCEPTED),
  asked('ExtendedTriggerMessage', { requestedMessage: 'SignChargePointCertificate' }, ACCEPTED),
  asked(
    'GetCompositeSchedule',
    { connectorId: 1, duration: 300, chargingRateUnit: 'A' },
    {
      status: 'Accepted',
      connectorId: 1,
      scheduleStart: '2026-11-20T08:36:00Z',
      chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] },
    },
  ),
  asked(
    'GetConfiguration',
    { key: ['HeartbeatInterval', 'Nothing'] },
    { configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }], unknownKey: ['Nothing'] },
  ),
  asked('GetDiagnostics', { location: 'ftp://logs.example/up' }, { fileName: 'diagnostics.zip' }, 'following'),
  asked(
    'GetInstalledCertificateIds',
    { certificateType: 'CentralSystemRootCertificate' },
    { status: 'Accepted', certificateHashData: [HASH] },
  ),
  asked('GetLocalListVersion', {}, { listVersion: 3 }),
  asked(
    'GetLog',
    { logType: 'SecurityLog', requestId: 5, log: LOG },
    { status: 'Accepted', filename: 'l.txt' },
    'following',
  ),
  asked('InstallCertificate', { certificateType: 'ManufacturerRootCertificate', certificate: PEM }, ACCEPTED),
  asked('RemoteStartTransaction', { idTag: 'A1' }, ACCEPTED),
  asked('RemoteStopTransaction', { transactionId: 4711 }, ACCEPTED),
  asked('ReserveNow', { connectorId: 1, expiryDate: EXPIRY, idTag: 'A1', reservationId: 7 }, ACCEPTED),
  asked('Reset', { type: 'Hard' }, ACCEPTED, 'following'),
  asked('SendLocalList', { listVersion: 4, updateType: 'Full', localAuthorizationList: LIST }, ACCEPTED),
  asked('SetChargingProfile', { connectorId: 1, csChargingProfiles: PROFILE }, ACCEPTED),
  asked('SignedUpdateFirmware', { requestId: 6, firmware: FIRMWARE }, ACCEPTED, 'following'),
  asked('TriggerMessage', { requestedMessage: 'MeterValues', connectorId: 1 }, ACCEPTED),
  asked('UnlockConnector', { connectorId: 1 }, { status: 'Unlocked' }),
  asked('UpdateFirmware', { location: FIRMWARE.location, retrieveDate: EXPIRY }, {}, 'following'),

  asked('CancelReservation', { reservationId: 8 }, REJECTED, 'failed'),
  asked('CertificateSigned', { certificateChain: 'no certificate' }, REJECTED, 'failed'),
  asked('ChangeAvailability', { connectorId: 1, type: 'Operative' }, { status: 'Scheduled' }),
  asked('ChangeAvailability', { connectorId: 99, type: 'Operative' }, REJECTED, 'failed'),
  asked('ChangeConfiguration', { key: 'Nothing', value: '1' }, { status: 'NotSupported' }, 'failed'),
  asked('ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '-1' }, REJECTED, 'failed'),
  asked('ChangeConfiguration', { key: 'WebSocketPingInterval', value: '30' }, { status: 'RebootRequired' }),
  asked('ClearCache', {}, REJECTED, 'failed'),
  asked('ClearChargingProfile', {}, { status: 'Unknown' }, 'failed'),
  asked('DataTransfer', { vendorId: 'org.example' }, { status: 'UnknownVendorId' }, 'failed'),
  asked(
    'DeleteCertificate',
    { certificateHashData: { ...HASH, serialNumber: '10' } },
    { status: 'NotFound' },
    'failed',
  ),
  asked('ExtendedTriggerMessage', { requestedMessage: 'Heartbeat' }, { status: 'NotImplemented' }, 'failed'),
  asked('GetCompositeSchedule', { connectorId: 9, duration: 60 }, REJECTED, 'failed'),
  asked('GetDiagnostics', { location: 'ftp://logs.example/up' }, {}),
  asked('GetInstalledCertificateIds', { certificateType: 'ManufacturerRootCertificate' }, { status: 'NotFound' }),
  asked('GetLocalListVersion', {}, { listVersion: -1 }),
  asked('GetLog', { logType: 'DiagnosticsLog', requestId: 8, log: LOG }, REJECTED, 'failed'),
  asked(
    'InstallCertificate',
    { certificateType: 'CentralSystemRootCertificate', certificate: 'x' },
    { status: 'Failed' },
    'failed',
  ),
  asked('RemoteStartTransaction', { connectorId: 1, idTag: 'A1' }, REJECTED, 'failed'),
  asked('RemoteStopTransaction', { transactionId: -5 }, REJECTED, 'failed'),
  ...['Faulted', 'Occupied', 'Rejected', 'Unavailable'].map((status) =>
    asked(
      'ReserveNow',
      { connectorId: 0, expiryDate: EXPIRY, idTag: 'A1', parentIdTag: 'P', reservationId: 8 },
      { status },
      'failed',
    ),
  ),
  asked('Reset', { type: 'Soft' }, REJECTED, 'failed'),
  asked('SendLocalList', { listVersion: 5, updateType: 'Full' }, { status: 'VersionMismatch' }, 'failed'),
  ...['Failed', 'NotSupported'].map((status) =>
    asked(
      'SendLocalList',
      { listVersion: 5, updateType: 'Differential', localAuthorizationList: [{ idTag: 'A1' }] },
      { status },
      'failed',
    ),
  ),
  ...['Rejected', 'NotSupported'].map((status) =>
    asked('SetChargingProfile', { connectorId: 0, csChargingProfiles: PROFILE }, { status }, 'failed'),
  ),
  ...['Rejected', 'InvalidCertificate', 'RevokedCertificate'].map((status) =>
    asked('SignedUpdateFirmware', { requestId: 9, firmware: FIRMWARE }, { status }, 'failed'),
  ),
  asked('TriggerMessage', { requestedMessage: 'BootNotification' }, { status: 'NotImplemented' }, 'failed'),
  ...['UnlockFailed', 'NotSupported'].map((status) =>
    asked('UnlockConnector', { connectorId: 1 }, { status }, 'failed'),
  ),
];
