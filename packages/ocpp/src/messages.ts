/**
 * The OCPP 1.6 messages that the central system and the simulated charge point speak: request and answer of each action,
 * as they may be sent. What arrives may hold less; see `receive` in schemas.ts.
 */

/** OCPP 1.6 section 7.7. */
export type ChargePointStatus =
  | 'Available'
  | 'Preparing'
  | 'Charging'
  | 'SuspendedEVSE'
  | 'SuspendedEV'
  | 'Finishing'
  | 'Reserved'
  | 'Unavailable'
  | 'Faulted';

/** OCPP 1.6 section 7.36. */
export type StopReason =
  | 'EmergencyStop'
  | 'EVDisconnected'
  | 'HardReset'
  | 'Local'
  | 'Other'
  | 'PowerLoss'
  | 'Reboot'
  | 'Remote'
  | 'SoftReset'
  | 'UnlockCommand'
  | 'DeAuthorized';

interface IdTagInfo {
  status: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx';
}

interface SampledValue {
  value: string;
  context?: string;
  measurand?: string;
  unit?: string;
}

export interface MeterValue {
  timestamp: string;
  sampledValue: SampledValue[];
}

interface ConfigurationKey {
  key: string;
  readonly: boolean;
  value?: string;
}

type Nothing = Record<string, never>;
type Taken = { status: 'Accepted' | 'Rejected' };

/** What a charge point asks of the central system. */
export interface ChargePointActions {
  Authorize: { request: { idTag: string }; answer: { idTagInfo: IdTagInfo } };
  BootNotification: {
    request: {
      chargePointVendor: string;
      chargePointModel: string;
      firmwareVersion?: string;
    };
    answer: { status: 'Accepted' | 'Pending' | 'Rejected'; currentTime: string; interval: number };
  };
  DataTransfer: {
    request: { vendorId: string; messageId?: string; data?: string };
    answer: { status: 'Accepted' | 'Rejected' | 'UnknownMessageId' | 'UnknownVendorId' };
  };
  DiagnosticsStatusNotification: { request: { status: string }; answer: Nothing };
  FirmwareStatusNotification: { request: { status: string }; answer: Nothing };
  Heartbeat: { request: Nothing; answer: { currentTime: string } };
  LogStatusNotification: { request: { status: string; requestId?: number }; answer: Nothing };
  MeterValues: {
    request: { connectorId: number; transactionId?: number; meterValue: MeterValue[] };
    answer: Nothing;
  };
  SecurityEventNotification: { request: { type: string; timestamp: string; techInfo?: string }; answer: Nothing };
  SignCertificate: { request: { csr: string }; answer: Taken };
  SignedFirmwareStatusNotification: { request: { status: string; requestId?: number }; answer: Nothing };
  StartTransaction: {
    request: { connectorId: number; idTag: string; meterStart: number; timestamp: string };
    answer: { idTagInfo: IdTagInfo; transactionId: number };
  };
  StatusNotification: {
    request: { connectorId: number; errorCode: string; status: ChargePointStatus; timestamp?: string; info?: string };
    answer: Nothing;
  };
  StopTransaction: {
    request: {
      transactionId: number;
      meterStop: number;
      timestamp: string;
      idTag?: string;
      reason?: StopReason;
      transactionData?: MeterValue[];
    };
    answer: { idTagInfo?: IdTagInfo };
  };
}

/** What the central system asks of a charge point. */
export interface CentralSystemActions {
  ChangeAvailability: {
    request: { connectorId: number; type: 'Inoperative' | 'Operative' };
    answer: { status: 'Accepted' | 'Rejected' | 'Scheduled' };
  };
  ChangeConfiguration: {
    request: { key: string; value: string };
    answer: { status: 'Accepted' | 'Rejected' | 'RebootRequired' | 'NotSupported' };
  };
  GetConfiguration: {
    request: { key?: string[] };
    answer: { configurationKey?: ConfigurationKey[]; unknownKey?: string[] };
  };
  RemoteStartTransaction: { request: { connectorId?: number; idTag: string }; answer: Taken };
  RemoteStopTransaction: { request: { transactionId: number }; answer: Taken };
  Reset: { request: { type: 'Hard' | 'Soft' }; answer: Taken };
  TriggerMessage: {
    request: { requestedMessage: string; connectorId?: number };
    answer: { status: 'Accepted' | 'Rejected' | 'NotImplemented' };
  };
  UnlockConnector: {
    request: { connectorId: number };
    answer: { status: 'Unlocked' | 'UnlockFailed' | 'NotSupported' };
  };
}

export type ChargePointAction = keyof ChargePointActions;
export type CentralSystemAction = keyof CentralSystemActions;

/** A message as it may arrive: each field is of its type or missing. */
export type Received<T> = { [K in keyof T]?: T[K] | undefined };
