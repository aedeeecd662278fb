import type { CentralSystemAction, CentralSystemActions, ChargePointActions } from './messages.ts';

type Actions = ChargePointActions & CentralSystemActions;
type Direction<A> = A extends keyof ChargePointActions
  ? A extends keyof CentralSystemActions
    ? 'either'
    : 'charge point'
  : 'central system';

/** Every operation of OCPP 1.6 and of its security extension, and which side may send it. */
export const OPERATIONS: { [A in keyof Actions]: Direction<A> } = {
  Authorize: 'charge point',
  BootNotification: 'charge point',
  CancelReservation: 'central system',
  CertificateSigned: 'central system',
  ChangeAvailability: 'central system',
  ChangeConfiguration: 'central system',
  ClearCache: 'central system',
  ClearChargingProfile: 'central system',
  DataTransfer: 'either',
  DeleteCertificate: 'central system',
  DiagnosticsStatusNotification: 'charge point',
  ExtendedTriggerMessage: 'central system',
  FirmwareStatusNotification: 'charge point',
  GetCompositeSchedule: 'central system',
  GetConfiguration: 'central system',
  GetDiagnostics: 'central system',
  GetInstalledCertificateIds: 'central system',
  GetLocalListVersion: 'central system',
  GetLog: 'central system',
  Heartbeat: 'charge point',
  InstallCertificate: 'central system',
  LogStatusNotification: 'charge point',
  MeterValues: 'charge point',
  RemoteStartTransaction: 'central system',
  RemoteStopTransaction: 'central system',
  ReserveNow: 'central system',
  Reset: 'central system',
  SecurityEventNotification: 'charge point',
  SendLocalList: 'central system',
  SetChargingProfile: 'central system',
  SignCertificate: 'charge point',
  SignedFirmwareStatusNotification: 'charge point',
  SignedUpdateFirmware: 'central system',
  StartTransaction: 'charge point',
  StatusNotification: 'charge point',
  StopTransaction: 'charge point',
  TriggerMessage: 'central system',
  UnlockConnector: 'central system',
  UpdateFirmware: 'central system',
};

/** True if OCPP 1.6 or its security extension has the action. */
export function isKnownAction(action: string): action is keyof Actions {
  return Object.hasOwn(OPERATIONS, action);
}

/** True if the central system may send the action. */
export function isCentralSystemAction(action: string): action is CentralSystemAction {
  return isKnownAction(action) && OPERATIONS[action] !== 'charge point';
}
