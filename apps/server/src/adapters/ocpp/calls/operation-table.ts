import type { CentralSystemAction, CentralSystemActions, Received } from '@bijli/ocpp/messages';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import {
  SECRET_KEY,
  type Effect,
  type AppliedStateValue,
  type AppliedStateKind,
  type ChargePointTask,
  type NumberSource,
} from '#modules/operations/index.ts';

export type Request<A extends CentralSystemAction> = CentralSystemActions[A]['request'];
type OperationAnswer<A extends CentralSystemAction> = Received<CentralSystemActions[A]['answer']>;

/** The special rules of one operation. */
export interface Rule<A extends CentralSystemAction> {
  /** Fills in fields that the caller has left to us. */
  fill?: (request: Partial<Request<A>>, numbers: NumberSource) => Promise<Partial<Request<A>>>;
  effects?: (request: Request<A>, answer: OperationAnswer<A>, isTaken: boolean) => Effect[];
  /** What the charge point reports after its answer. The operation ends with that report. */
  follows?: {
    task: ChargePointTask;
    withinMs: number;
    isExpected?: (answer: OperationAnswer<A>) => boolean;
    /** The times in the request at which it should begin. */
    from?: (request: Partial<Request<A>>) => (string | undefined)[];
  };
}

const BOOT_TIMEOUT_MS = 15 * MINUTE_MS;
const UPLOAD_TIMEOUT_MS = 2 * HOUR_MS;
const INSTALL_TIMEOUT_MS = DAY_MS;

const setState = (stateKind: AppliedStateKind, key: string | number, value: AppliedStateValue): Effect => ({
  kind: 'applied_state',
  stateKind,
  key: String(key),
  value,
});
const removeState = (
  stateKind: AppliedStateKind,
  isGone: (key: string, value: AppliedStateValue) => boolean,
): Effect => ({
  kind: 'change',
  stateKind,
  left: (key, value) => (isGone(key, value) ? undefined : value),
});
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Some answers violate the schema. */
const hasName = (entry: { key: string } | null) => typeof entry?.key === 'string';

type CertificateHash = Request<'DeleteCertificate'>['certificateHashData'];

/** Compares the fields that identify a certificate. Manufacturers write hex in either case. */
export const isSameCertificate = (one: CertificateHash, other: Partial<CertificateHash> | null) =>
  (['issuerNameHash', 'issuerKeyHash', 'serialNumber'] as const).every(
    (field) => one[field].toLowerCase() === String(other?.[field]).toLowerCase(),
  );

/** The certificates of one kind that the charge point has listed. */
export function certificatesIn({ certificateHashData }: AppliedStateValue): CertificateHash[] {
  return Array.isArray(certificateHashData) ? certificateHashData : [];
}

const numbered = async <T extends object>(request: T, field: keyof T & string, numbers: NumberSource): Promise<T> =>
  request[field] === undefined ? { ...request, [field]: await numbers.next() } : request;

/** Gives the charging profile of a request an id. */
const withProfileNumber =
  <F extends string>(field: F) =>
  async <R extends { [K in F]?: object | undefined }>(request: R, numbers: NumberSource): Promise<R> => {
    const profile: { chargingProfileId?: unknown } | undefined = request[field];
    return isObject(profile) ? { ...request, [field]: await numbered(profile, 'chargingProfileId', numbers) } : request;
  };

/**
 * Key of a stored fact: a certificate of this kind was installed after the charge point last listed its certificates.
 */
export const installedKey = (certificateType: string): string => `${certificateType} installed`;

/** The rules of each operation. One that is missing has none of its own. */
export const RULES: { [A in CentralSystemAction]?: Rule<A> } = {
  CancelReservation: {
    // Rejected: the charge point has no such reservation.
    effects: ({ reservationId }) => [removeState('reservation', (key) => key === String(reservationId))],
  },
  ChangeAvailability: {
    effects: ({ connectorId, type }, _, isTaken) =>
      isTaken ? [setState('availability', connectorId, { isOperative: type === 'Operative' })] : [],
  },
  ChangeConfiguration: {
    effects: ({ key, value }, { status }) =>
      status === 'Accepted' && !SECRET_KEY.test(key) ? [{ kind: 'configuration', keys: [{ key, value }] }] : [],
  },
  ClearChargingProfile: {
    effects: ({ id, connectorId, chargingProfilePurpose, stackLevel }, _, isTaken) => {
      const wanted = { connectorId, chargingProfilePurpose, stackLevel };
      const isGone = (key: string, value: AppliedStateValue) =>
        id === undefined
          ? Object.entries(wanted).every(([field, expected]) => expected === undefined || value[field] === expected)
          : key === String(id);
      return isTaken ? [removeState('profile', isGone)] : [];
    },
  },
  DeleteCertificate: {
    effects({ certificateHashData: deleted }, _, isTaken) {
      const left = (__: string, value: AppliedStateValue) => ({
        ...value,
        certificateHashData: certificatesIn(value).filter((one) => !isSameCertificate(deleted, one)),
      });
      return isTaken ? [{ kind: 'change', stateKind: 'certificates', left }] : [];
    },
  },
  GetConfiguration: {
    effects: (_, { configurationKey }) => [
      {
        kind: 'configuration',
        keys: (Array.isArray(configurationKey) ? configurationKey : [])
          .filter(hasName)
          .map(({ key, value, readonly }) => ({
            key,
            value: value === undefined || SECRET_KEY.test(key) ? null : value,
            readonly,
          })),
      },
    ],
  },
  GetDiagnostics: {
    // Without a file name there is nothing to upload.
    follows: { task: 'diagnostics', withinMs: UPLOAD_TIMEOUT_MS, isExpected: ({ fileName }) => Boolean(fileName) },
  },
  GetInstalledCertificateIds: {
    effects: ({ certificateType }, { certificateHashData = [] }) => [
      removeState('certificates', (key) => key === installedKey(certificateType)),
      setState('certificates', certificateType, { certificateHashData }),
    ],
  },
  GetLocalListVersion: {
    effects: (_, { listVersion }) =>
      listVersion === undefined ? [] : [setState('local_list', '', { version: listVersion })],
  },
  GetLog: {
    fill: (request, numbers) => numbered(request, 'requestId', numbers),
    follows: { task: 'log', withinMs: UPLOAD_TIMEOUT_MS },
  },
  ReserveNow: {
    fill: (request, numbers) => numbered(request, 'reservationId', numbers),
    effects: ({ reservationId, ...reservation }, _, isTaken) =>
      isTaken ? [setState('reservation', reservationId, reservation)] : [],
  },
  InstallCertificate: {
    effects: ({ certificateType }, _, isTaken) =>
      isTaken ? [setState('certificates', installedKey(certificateType), {})] : [],
  },
  RemoteStartTransaction: { fill: withProfileNumber('chargingProfile') },
  Reset: { follows: { task: 'boot', withinMs: BOOT_TIMEOUT_MS } },
  SendLocalList: {
    fill: async (request, numbers) =>
      request.listVersion === undefined ? { ...request, listVersion: await numbers.nextListVersion() } : request,
    effects: ({ listVersion }, _, isTaken) => (isTaken ? [setState('local_list', '', { version: listVersion })] : []),
  },
  SetChargingProfile: {
    fill: withProfileNumber('csChargingProfiles'),
    effects({ connectorId, csChargingProfiles }, _, isTaken) {
      const { chargingProfileId, ...profile } = csChargingProfiles;
      // A profile replaces the one with its id, or the one with the same purpose and level on the connector.
      const isReplaced = (key: string, value: AppliedStateValue) =>
        key === String(chargingProfileId) ||
        (value['connectorId'] === connectorId &&
          value['chargingProfilePurpose'] === profile.chargingProfilePurpose &&
          value['stackLevel'] === profile.stackLevel);
      return isTaken
        ? [removeState('profile', isReplaced), setState('profile', chargingProfileId, { connectorId, ...profile })]
        : [];
    },
  },
  SignedUpdateFirmware: {
    fill: (request, numbers) => numbered(request, 'requestId', numbers),
    follows: {
      task: 'signed firmware',
      withinMs: INSTALL_TIMEOUT_MS,
      from: ({ firmware }) => [firmware?.retrieveDateTime, firmware?.installDateTime],
    },
  },
  UpdateFirmware: {
    follows: { task: 'firmware', withinMs: INSTALL_TIMEOUT_MS, from: ({ retrieveDate }) => [retrieveDate] },
  },
};
