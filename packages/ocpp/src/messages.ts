/**
 * The OCPP 1.6 messages of the central system and the simulated charge point: request and response of each action, as
 * they may be sent. A received message can have fewer fields; see `receive` in schemas.ts.
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

/** OCPP 1.6 section 7.8. */
export interface IdTagInfo {
  status: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx';
  expiryDate?: string;
  parentIdTag?: string;
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

/** OCPP 1.6 section 7.13. */
interface ChargingSchedule {
  duration?: number;
  startSchedule?: string;
  chargingRateUnit: 'A' | 'W';
  chargingSchedulePeriod: { startPeriod: number; limit: number; numberPhases?: number }[];
  minChargingRate?: number;
}

type ChargingProfilePurpose = 'ChargePointMaxProfile' | 'TxDefaultProfile' | 'TxProfile';

/** OCPP 1.6 section 7.8. */
interface ChargingProfile {
  chargingProfileId: number;
  transactionId?: number;
  stackLevel: number;
  chargingProfilePurpose: ChargingProfilePurpose;
  chargingProfileKind: 'Absolute' | 'Recurring' | 'Relative';
  recurrencyKind?: 'Daily' | 'Weekly';
  validFrom?: string;
  validTo?: string;
  chargingSchedule: ChargingSchedule;
}

type CertificateUse = 'CentralSystemRootCertificate' | 'ManufacturerRootCertificate';

interface CertificateHashData {
  hashAlgorithm: 'SHA256' | 'SHA384' | 'SHA512';
  issuerNameHash: string;
  issuerKeyHash: string;
  serialNumber: string;
}

type Nothing = Record<string, never>;
type Taken = { status: 'Accepted' | 'Rejected' };

/** Either side may send it. */
interface DataTransfer {
  request: { vendorId: string; messageId?: string; data?: string };
  answer: { status: 'Accepted' | 'Rejected' | 'UnknownMessageId' | 'UnknownVendorId'; data?: string };
}

/** Calls from a charge point to the central system. */
export interface ChargePointActions {
  Authorize: { request: { idTag: string }; answer: { idTagInfo: IdTagInfo } };
  BootNotification: {
    request: {
      chargePointVendor: string;
      chargePointModel: string;
      firmwareVersion?: string;
      chargePointSerialNumber?: string;
      chargeBoxSerialNumber?: string;
      iccid?: string;
      imsi?: string;
      meterType?: string;
      meterSerialNumber?: string;
    };
    answer: { status: 'Accepted' | 'Pending' | 'Rejected'; currentTime: string; interval: number };
  };
  DataTransfer: DataTransfer;
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
    request: { connectorId: number; idTag: string; meterStart: number; timestamp: string; reservationId?: number };
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

/** Calls from the central system to a charge point. */
export interface CentralSystemActions {
  CancelReservation: { request: { reservationId: number }; answer: Taken };
  CertificateSigned: { request: { certificateChain: string }; answer: Taken };
  ChangeAvailability: {
    request: { connectorId: number; type: 'Inoperative' | 'Operative' };
    answer: { status: 'Accepted' | 'Rejected' | 'Scheduled' };
  };
  ChangeConfiguration: {
    request: { key: string; value: string };
    answer: { status: 'Accepted' | 'Rejected' | 'RebootRequired' | 'NotSupported' };
  };
  ClearCache: { request: Nothing; answer: Taken };
  ClearChargingProfile: {
    request: {
      id?: number;
      connectorId?: number;
      chargingProfilePurpose?: ChargingProfilePurpose;
      stackLevel?: number;
    };
    answer: { status: 'Accepted' | 'Unknown' };
  };
  DataTransfer: DataTransfer;
  DeleteCertificate: {
    request: { certificateHashData: CertificateHashData };
    answer: { status: 'Accepted' | 'Failed' | 'NotFound' };
  };
  ExtendedTriggerMessage: {
    request: { requestedMessage: string; connectorId?: number };
    answer: { status: 'Accepted' | 'Rejected' | 'NotImplemented' };
  };
  GetCompositeSchedule: {
    request: { connectorId: number; duration: number; chargingRateUnit?: 'A' | 'W' };
    answer: {
      status: 'Accepted' | 'Rejected';
      connectorId?: number;
      scheduleStart?: string;
      chargingSchedule?: ChargingSchedule;
    };
  };
  GetConfiguration: {
    request: { key?: string[] };
    answer: { configurationKey?: ConfigurationKey[]; unknownKey?: string[] };
  };
  GetDiagnostics: {
    request: { location: string; retries?: number; retryInterval?: number; startTime?: string; stopTime?: string };
    answer: { fileName?: string };
  };
  GetInstalledCertificateIds: {
    request: { certificateType: CertificateUse };
    answer: { status: 'Accepted' | 'NotFound'; certificateHashData?: CertificateHashData[] };
  };
  GetLocalListVersion: { request: Nothing; answer: { listVersion: number } };
  GetLog: {
    request: {
      log: { remoteLocation: string; oldestTimestamp?: string; latestTimestamp?: string };
      logType: 'DiagnosticsLog' | 'SecurityLog';
      requestId: number;
      retries?: number;
      retryInterval?: number;
    };
    answer: { status: 'Accepted' | 'Rejected' | 'AcceptedCanceled'; filename?: string };
  };
  InstallCertificate: {
    request: { certificateType: CertificateUse; certificate: string };
    answer: { status: 'Accepted' | 'Failed' | 'Rejected' };
  };
  RemoteStartTransaction: {
    request: { connectorId?: number; idTag: string; chargingProfile?: ChargingProfile };
    answer: Taken;
  };
  RemoteStopTransaction: { request: { transactionId: number }; answer: Taken };
  ReserveNow: {
    request: { connectorId: number; expiryDate: string; idTag: string; parentIdTag?: string; reservationId: number };
    answer: { status: 'Accepted' | 'Faulted' | 'Occupied' | 'Rejected' | 'Unavailable' };
  };
  Reset: { request: { type: 'Hard' | 'Soft' }; answer: Taken };
  SendLocalList: {
    request: {
      listVersion: number;
      updateType: 'Differential' | 'Full';
      localAuthorizationList?: { idTag: string; idTagInfo?: IdTagInfo }[];
    };
    answer: { status: 'Accepted' | 'Failed' | 'NotSupported' | 'VersionMismatch' };
  };
  SetChargingProfile: {
    request: { connectorId: number; csChargingProfiles: ChargingProfile };
    answer: { status: 'Accepted' | 'Rejected' | 'NotSupported' };
  };
  SignedUpdateFirmware: {
    request: {
      requestId: number;
      firmware: {
        location: string;
        retrieveDateTime: string;
        installDateTime?: string;
        signingCertificate: string;
        signature: string;
      };
      retries?: number;
      retryInterval?: number;
    };
    answer: { status: 'Accepted' | 'Rejected' | 'AcceptedCanceled' | 'InvalidCertificate' | 'RevokedCertificate' };
  };
  TriggerMessage: {
    request: { requestedMessage: string; connectorId?: number };
    answer: { status: 'Accepted' | 'Rejected' | 'NotImplemented' };
  };
  UnlockConnector: {
    request: { connectorId: number };
    answer: { status: 'Unlocked' | 'UnlockFailed' | 'NotSupported' };
  };
  UpdateFirmware: {
    request: { location: string; retrieveDate: string; retries?: number; retryInterval?: number };
    answer: Nothing;
  };
}

export type ChargePointAction = keyof ChargePointActions;
export type CentralSystemAction = keyof CentralSystemActions;

/** A received message: each field has its type or is missing. */
export type Received<T> = { [K in keyof T]?: T[K] | undefined };
