import { createRPCError } from 'ocpp-rpc';
import type { CentralSystemAction, CentralSystemActions } from '@bijli/ocpp/messages';
import type { Configuration } from './configuration.ts';
import type { Equipment } from './equipment.ts';
import type { Quirks } from './quirks.ts';

/** The methods of a charge point that commands call. */
interface Commanded {
  configuration: Pick<Configuration, 'get'>;
  changeAvailability(
    connectorId: number,
    isOperative: boolean,
  ): CentralSystemActions['ChangeAvailability']['answer']['status'];
  changeConfiguration(key: string, value: string): CentralSystemActions['ChangeConfiguration']['answer']['status'];
  remoteStart(request: CentralSystemActions['RemoteStartTransaction']['request']): boolean;
  remoteStop(transactionId: number): boolean;
  resetSoon(reason: 'HardReset' | 'SoftReset'): void;
  trigger(
    requestedMessage: string,
    connectorId: number | undefined,
  ): CentralSystemActions['TriggerMessage']['answer']['status'];
  unlock(connectorId: number): boolean;
}

/** The charge point that a command is for, its equipment, and its quirks. */
export interface CommandTarget {
  chargePoint: Commanded;
  equipment: Equipment;
  quirks: Quirks;
}

type Commands = {
  [A in CentralSystemAction]: (
    request: CentralSystemActions[A]['request'],
    target: CommandTarget,
  ) => CentralSystemActions[A]['answer'];
};

/** How an upload ends with the quirks for failing uploads. */
const endOf = ({ uploadFails, uploadCut }: Quirks) => (uploadFails ? 'refused' : uploadCut ? 'cut' : undefined);
const taken = (isTaken: boolean) => ({ status: isTaken ? ('Accepted' as const) : ('Rejected' as const) });

/** Handlers of the central system's commands, OCPP 1.6 section 5. The link has validated the requests. */
const COMMANDS: Commands = {
  CancelReservation: ({ reservationId }, { equipment }) => taken(equipment.reservations.cancel(reservationId)),
  CertificateSigned: ({ certificateChain }, { equipment }) => ({
    status: equipment.certificates.take(certificateChain),
  }),
  ChangeAvailability: ({ connectorId, type }, { chargePoint }) => ({
    status: chargePoint.changeAvailability(connectorId, type === 'Operative'),
  }),
  ChangeConfiguration: ({ key, value }, { chargePoint }) => ({ status: chargePoint.changeConfiguration(key, value) }),
  // This charge point authorizes each card anew, so there is no cache to clear.
  ClearCache: () => ({ status: 'Accepted' }),
  ClearChargingProfile: (request, { equipment, quirks }) =>
    quirks.noSmartCharging ? { status: 'Unknown' } : equipment.profiles.clear(request),
  DataTransfer: () => ({ status: 'UnknownVendorId' }),
  DeleteCertificate: ({ certificateHashData }, { equipment }) => ({
    status: equipment.certificates.delete(certificateHashData),
  }),
  ExtendedTriggerMessage: ({ requestedMessage, connectorId }, { chargePoint }) => ({
    status: chargePoint.trigger(requestedMessage, connectorId),
  }),
  GetCompositeSchedule: (request, { equipment, quirks }) => {
    const running = equipment.charging(request.connectorId);
    return running === null || quirks.noSmartCharging
      ? { status: 'Rejected' }
      : equipment.profiles.composite(request, equipment.now(), running);
  },
  GetConfiguration: ({ key }, { chargePoint }) => chargePoint.configuration.get(key),
  GetDiagnostics: ({ location }, { equipment, quirks }) => {
    const name = 'diagnostics.txt';
    equipment.tasks.upload('DiagnosticsStatusNotification', {
      ...equipment.notes(name),
      location,
      fails: endOf(quirks),
    });
    return { fileName: name };
  },
  GetInstalledCertificateIds: ({ certificateType }, { equipment }) => equipment.certificates.ids(certificateType),
  GetLocalListVersion: (_, { equipment, quirks }) => ({
    listVersion: quirks.noLocalList ? -1 : equipment.localList.version,
  }),
  GetLog: ({ requestId, logType, log: { remoteLocation: location } }, { equipment, quirks }) => {
    const { tasks } = equipment;
    const status = tasks.isRunning('LogStatusNotification') ? 'AcceptedCanceled' : 'Accepted';
    const name = `${logType}.txt`;
    tasks.upload('LogStatusNotification', { ...equipment.notes(name), location, requestId, fails: endOf(quirks) });
    return { status, filename: name };
  },
  InstallCertificate: (request, { equipment }) => ({ status: equipment.certificates.install(request) }),
  RemoteStartTransaction: (request, { chargePoint }) => taken(chargePoint.remoteStart(request)),
  RemoteStopTransaction: ({ transactionId }, { chargePoint }) => taken(chargePoint.remoteStop(transactionId)),
  ReserveNow: (request, { equipment, quirks }) =>
    quirks.noReservations ? { status: 'Rejected' } : equipment.reservations.reserve(request),
  Reset: ({ type }, { chargePoint }) => {
    chargePoint.resetSoon(type === 'Hard' ? 'HardReset' : 'SoftReset');
    return { status: 'Accepted' };
  },
  SendLocalList: (request, { equipment, quirks }) =>
    quirks.noLocalList ? { status: 'NotSupported' } : equipment.localList.take(request),
  SetChargingProfile: (request, { equipment, quirks }) => {
    if (quirks.noSmartCharging) return { status: 'NotSupported' };
    const running = equipment.charging(request.connectorId);
    return running === null ? { status: 'Rejected' } : equipment.profiles.set(request, running);
  },
  SignedUpdateFirmware: ({ requestId, firmware }, { equipment: { tasks }, quirks }) => {
    const status = tasks.isRunning('SignedFirmwareStatusNotification') ? 'AcceptedCanceled' : 'Accepted';
    const { location, signingCertificate: certificate, signature } = firmware;
    tasks.update({ location, requestId, signed: { certificate, signature } }, quirks.updateEnds ?? 'Installed');
    return { status };
  },
  TriggerMessage: ({ requestedMessage, connectorId }, { chargePoint }) => ({
    status: chargePoint.trigger(requestedMessage, connectorId),
  }),
  UnlockConnector: ({ connectorId }, { chargePoint }) => ({
    status: chargePoint.unlock(connectorId) ? 'Unlocked' : 'NotSupported',
  }),
  UpdateFirmware: ({ location }, { equipment, quirks }) => {
    equipment.tasks.update({ location }, quirks.updateEnds ?? 'Installed');
    return {};
  },
};

/** Commands of the security extension, which older charge points do not have. */
const SECURITY: ReadonlySet<string> = new Set<CentralSystemAction>([
  'CertificateSigned',
  'DeleteCertificate',
  'ExtendedTriggerMessage',
  'GetInstalledCertificateIds',
  'GetLog',
  'InstallCertificate',
  'SignedUpdateFirmware',
]);

/** Answers a command. Throws the RPC error NotImplemented for an action that this charge point does not have. */
export function handleCommand(action: string, request: object, target: CommandTarget): object {
  const isKnown = Object.hasOwn(COMMANDS, action) && !(target.quirks.noSecurity && SECURITY.has(action));
  if (!isKnown) throw createRPCError('NotImplemented', `${action} is not implemented`);
  const command = COMMANDS[action as CentralSystemAction] as (request: object, target: CommandTarget) => object;
  return command(request, target);
}
