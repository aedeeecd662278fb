import type { CentralSystemAction, CentralSystemActions, Received } from '@bijli/ocpp/messages';
import { isCentralSystemAction } from '@bijli/ocpp/operations';
import { problemOf, receive } from '@bijli/ocpp/schemas';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { SecurityProfile } from '#modules/network/index.ts';
import {
  SECRET_KEY,
  type Effect,
  type Held,
  type HeldKind,
  type ChargePointTask,
  type Numbers,
  type OperationRules,
} from '#modules/operations/index.ts';
import { secretHashOf } from './basic-auth.ts';
import { isRequestId } from './on/received-numbers.ts';

type Request<A extends CentralSystemAction> = CentralSystemActions[A]['request'];
type Answer<A extends CentralSystemAction> = Received<CentralSystemActions[A]['answer']>;

/** What is particular to one operation. */
interface Rule<A extends CentralSystemAction> {
  /** What is ours to choose where whoever asks has not. */
  fill?: (request: Partial<Request<A>>, numbers: Numbers) => Promise<Partial<Request<A>>>;
  effects?: (request: Request<A>, answer: Answer<A>, isTaken: boolean) => Effect[];
  /** What the charge point tells later; the operation ends with that. */
  follows?: { job: ChargePointTask; withinMs: number; isExpected?: (answer: Answer<A>) => boolean };
}

/** Answers by which a charge point takes an operation; one without a status has taken it by answering. */
const TAKEN = new Set<unknown>(['Accepted', 'AcceptedCanceled', 'RebootRequired', 'Scheduled', 'Unlocked', undefined]);

/** There are none to be told. */
const TAKEN_ALSO: { [A in CentralSystemAction]?: string } = { GetInstalledCertificateIds: 'NotFound' };

const BOOT_WITHIN_MS = 15 * MINUTE_MS;
const UPLOAD_WITHIN_MS = 2 * HOUR_MS;
const INSTALL_WITHIN_MS = DAY_MS;

const hold = (heldKind: HeldKind, key: string | number, value: Held): Effect => ({
  kind: 'holding',
  heldKind,
  key: String(key),
  value,
});
const letGo = (heldKind: HeldKind, isMeant: (key: string, value: Held) => boolean): Effect => ({
  kind: 'change',
  heldKind,
  left: (key, value) => (isMeant(key, value) ? undefined : value),
});
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Some answers break the schema. */
const hasName = (entry: { key: string } | null) => typeof entry?.key === 'string';

type CertificateHash = Request<'DeleteCertificate'>['certificateHashData'];

/** By what tells one certificate from another; makers write hex as they like. */
const isSameCertificate = (one: CertificateHash, other: Partial<CertificateHash> | null) =>
  (['issuerNameHash', 'issuerKeyHash', 'serialNumber'] as const).every(
    (field) => one[field].toLowerCase() === String(other?.[field]).toLowerCase(),
  );

/** Those of one kind, as the charge point told of them. */
function certificatesIn({ certificateHashData }: Held): CertificateHash[] {
  return Array.isArray(certificateHashData) ? certificateHashData : [];
}

type List = Request<'SendLocalList'>;

/** All that a charge point has by what it took since its last whole list, and what it is to have beside; undefined where nobody knows. */
function wholeList(taken: List[], wanted: List): List | undefined {
  const from = taken.findIndex(({ updateType }) => updateType === 'Full');
  if (from < 0) return undefined;
  const entries = new Map<string, NonNullable<List['localAuthorizationList']>[number]>();
  for (const { localAuthorizationList = [] } of [...taken.slice(0, from + 1).toReversed(), wanted])
    for (const entry of localAuthorizationList) {
      // Without more than its name it is to be forgotten.
      if (entry.idTagInfo) entries.set(entry.idTag.toUpperCase(), entry);
      else entries.delete(entry.idTag.toUpperCase());
    }
  const listVersion = 1 + Math.max(wanted.listVersion, ...taken.map((list) => list.listVersion));
  return { listVersion, updateType: 'Full', localAuthorizationList: [...entries.values()] };
}

const numbered = async <T extends object>(request: T, field: keyof T & string, numbers: Numbers): Promise<T> =>
  request[field] === undefined ? { ...request, [field]: await numbers.next() } : request;

/** Gives the charging profile of a request a number. */
const withProfileNumber =
  <F extends string>(field: F) =>
  async <R extends { [K in F]?: object | undefined }>(request: R, numbers: Numbers): Promise<R> => {
    const profile: { chargingProfileId?: unknown } | undefined = request[field];
    return isObject(profile) ? { ...request, [field]: await numbered(profile, 'chargingProfileId', numbers) } : request;
  };

const SERVER_ROOT = 'CentralSystemRootCertificate';
/** That one of a kind was installed since the charge point told of those that it has. */
const installed = (certificateType: string): string => `${certificateType} installed`;

/** What follows from each operation, whoever asked for it. Those that are missing have nothing of their own. */
const RULES: { [A in CentralSystemAction]?: Rule<A> } = {
  CancelReservation: {
    // Rejected: the charge point knows of no such reservation.
    effects: ({ reservationId }) => [letGo('reservation', (key) => key === String(reservationId))],
  },
  ChangeAvailability: {
    effects: ({ connectorId, type }, _, isTaken) =>
      isTaken ? [hold('availability', connectorId, { isOperative: type === 'Operative' })] : [],
  },
  ChangeConfiguration: {
    effects: ({ key, value }, { status }) =>
      status === 'Accepted' && !SECRET_KEY.test(key) ? [{ kind: 'configuration', keys: [{ key, value }] }] : [],
  },
  ClearChargingProfile: {
    effects: ({ id, connectorId, chargingProfilePurpose, stackLevel }, _, isTaken) => {
      const wanted = { connectorId, chargingProfilePurpose, stackLevel };
      const isMeant = (key: string, value: Held) =>
        id === undefined
          ? Object.entries(wanted).every(([field, wish]) => wish === undefined || value[field] === wish)
          : key === String(id);
      return isTaken ? [letGo('profile', isMeant)] : [];
    },
  },
  DeleteCertificate: {
    effects({ certificateHashData: deleted }, _, isTaken) {
      const left = (__: string, value: Held) => ({
        ...value,
        certificateHashData: certificatesIn(value).filter((one) => !isSameCertificate(deleted, one)),
      });
      return isTaken ? [{ kind: 'change', heldKind: 'certificates', left }] : [];
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
    // No name: there is nothing to upload.
    follows: { job: 'diagnostics', withinMs: UPLOAD_WITHIN_MS, isExpected: ({ fileName }) => Boolean(fileName) },
  },
  GetInstalledCertificateIds: {
    effects: ({ certificateType }, { certificateHashData = [] }) => [
      letGo('certificates', (key) => key === installed(certificateType)),
      hold('certificates', certificateType, { certificateHashData }),
    ],
  },
  GetLocalListVersion: {
    effects: (_, { listVersion }) =>
      listVersion === undefined ? [] : [hold('local_list', '', { version: listVersion })],
  },
  GetLog: {
    fill: (request, numbers) => numbered(request, 'requestId', numbers),
    follows: { job: 'log', withinMs: UPLOAD_WITHIN_MS },
  },
  ReserveNow: {
    fill: (request, numbers) => numbered(request, 'reservationId', numbers),
    effects: ({ reservationId, ...reservation }, _, isTaken) =>
      isTaken ? [hold('reservation', reservationId, reservation)] : [],
  },
  InstallCertificate: {
    effects: ({ certificateType }, _, isTaken) =>
      isTaken ? [hold('certificates', installed(certificateType), {})] : [],
  },
  RemoteStartTransaction: { fill: withProfileNumber('chargingProfile') },
  Reset: { follows: { job: 'boot', withinMs: BOOT_WITHIN_MS } },
  SendLocalList: {
    fill: async (request, numbers) =>
      request.listVersion === undefined ? { ...request, listVersion: await numbers.nextListVersion() } : request,
    effects: ({ listVersion }, _, isTaken) => (isTaken ? [hold('local_list', '', { version: listVersion })] : []),
  },
  SetChargingProfile: {
    fill: withProfileNumber('csChargingProfiles'),
    effects({ connectorId, csChargingProfiles }, _, isTaken) {
      const { chargingProfileId, ...profile } = csChargingProfiles;
      // It takes the place of the one with its id, or of the same purpose and level there.
      const isReplaced = (key: string, value: Held) =>
        key === String(chargingProfileId) ||
        (value['connectorId'] === connectorId &&
          value['chargingProfilePurpose'] === profile.chargingProfilePurpose &&
          value['stackLevel'] === profile.stackLevel);
      return isTaken
        ? [letGo('profile', isReplaced), hold('profile', chargingProfileId, { connectorId, ...profile })]
        : [];
    },
  },
  SignedUpdateFirmware: {
    fill: (request, numbers) => numbered(request, 'requestId', numbers),
    follows: { job: 'signed firmware', withinMs: INSTALL_WITHIN_MS },
  },
  UpdateFirmware: { follows: { job: 'firmware', withinMs: INSTALL_WITHIN_MS } },
};

/** A01 of the security extension: the setting by which a charge point gets what it proves itself with; undefined in all others. */
function secretSetting(operation: string, payload: object): { value: unknown } | undefined {
  const { key, value } = payload as { key?: unknown; value?: unknown };
  const isSecret =
    operation === 'ChangeConfiguration' && typeof key === 'string' && key.toLowerCase() === 'authorizationkey';
  return isSecret ? { value } : undefined;
}

/** A05: the security profile that a charge point is to come with. */
function profileIn(operation: string, payload: object): SecurityProfile | undefined {
  const { key, value } = payload as { key?: unknown; value?: unknown };
  const isProfile =
    operation === 'ChangeConfiguration' && typeof key === 'string' && key.toLowerCase() === 'securityprofile';
  return isProfile ? PROFILES.find((profile) => String(profile) === value) : undefined;
}
const PROFILES: readonly SecurityProfile[] = [0, 1, 2, 3];

/** A shorter one could be guessed, and a longer one is cut by charge points, which then find no way back. */
function problemOfSecret(operation: string, payload: object): string | undefined {
  const secret = secretSetting(operation, payload);
  if (!secret) return undefined;
  const { value } = secret;
  const isFit = typeof value === 'string' && value.length >= 16 && value.length <= 40;
  return isFit ? undefined : '/value of an AuthorizationKey has 16 to 40 characters, best 32 to 40 digits of hex';
}

/** What the schema leaves to the text of the standard. */
function problemOfNumber(
  operation: string,
  payload: { requestId?: unknown; connectorId?: unknown },
): string | undefined {
  const { requestId, connectorId } = payload;
  if (requestId !== undefined && !isRequestId(requestId)) return '/requestId has more than 32 bits';
  return OF_ONE_CONNECTOR.has(operation) && Number(connectorId) < 1 ? '/connectorId must be above 0' : undefined;
}

function ruleOf(operation: string): Rule<CentralSystemAction> {
  const rule = isCentralSystemAction(operation) ? RULES[operation] : undefined;
  return (rule ?? {}) as Rule<CentralSystemAction>;
}

/** Sections 6.35 and 6.53: 0 is the charge point itself, which neither starts nor unlocks. */
const OF_ONE_CONNECTOR = new Set<string>(['RemoteStartTransaction', 'UnlockConnector'] satisfies CentralSystemAction[]);

/** What support does for a driver on the phone. */
const DAILY = new Set<string>([
  'RemoteStartTransaction',
  'RemoteStopTransaction',
  'UnlockConnector',
  'TriggerMessage',
  'ExtendedTriggerMessage',
] satisfies CentralSystemAction[]);
/** Keys, and limits of power. */
const GUARDED = new Set<string>([
  'CertificateSigned',
  'ClearChargingProfile',
  'DeleteCertificate',
  'InstallCertificate',
  'SetChargingProfile',
] satisfies CentralSystemAction[]);

/** OCPP 1.6 and its security extension. */
export const operationRules: OperationRules = {
  isKnown: isCentralSystemAction,

  problemOf(operation, payload) {
    if (!isCentralSystemAction(operation)) return 'there is no such operation';
    return (
      problemOf(operation, 'request', payload) ??
      problemOfNumber(operation, payload) ??
      problemOfSecret(operation, payload)
    );
  },

  careOf(operation, payload) {
    const { key, type, requestedMessage } = payload as Record<string, unknown>;
    const isGuardedKey = typeof key === 'string' && (SECRET_KEY.test(key) || key.toLowerCase() === 'securityprofile');
    if (GUARDED.has(operation) || isGuardedKey || requestedMessage === 'SignChargePointCertificate') return 'secure';
    return DAILY.has(operation) || (operation === 'Reset' && type === 'Soft') ? 'operate' : 'configure';
  },

  secretHashIn(operation, payload) {
    const value = secretSetting(operation, payload)?.value;
    return typeof value === 'string' ? secretHashOf(value) : undefined;
  },

  profileIn,

  hasServerRoot: (certificates) =>
    certificates.some(
      ({ key, value }) => key === installed(SERVER_ROOT) || (key === SERVER_ROOT && certificatesIn(value).length > 0),
    ),

  restart: { operation: 'Reset', payload: { type: 'Soft' } },

  cutsCharges: (operation, payload) => operation === 'Reset' && 'type' in payload && payload.type === 'Hard',

  losesLastRoot(operation, payload, certificates) {
    if (operation !== 'DeleteCertificate') return false;
    const { certificateHashData } = payload as Request<'DeleteCertificate'>;
    return certificates.some((told) => {
      const [last, ...more] = certificatesIn(told);
      return last !== undefined && more.length === 0 && isSameCertificate(certificateHashData, last);
    });
  },

  async filled(operation, payload, numbers) {
    return (await ruleOf(operation).fill?.(payload as Partial<Request<CentralSystemAction>>, numbers)) ?? payload;
  },

  taskOf(operation, payload) {
    const { follows } = ruleOf(operation);
    const { requestId } = payload as { requestId?: unknown };
    return {
      ...(follows && { job: follows.job, followsForMs: follows.withinMs }),
      ...(isRequestId(requestId) && { requestId }),
    };
  },

  async nextAfter(operation, payload, answer, listTaken) {
    if (operation !== 'SendLocalList' || answer.kind !== 'answered') return undefined;
    const { status } = (answer.payload ?? {}) as { status?: unknown };
    const wanted = payload as List;
    // A part that fits no more; a whole list fits always, so that it is sent once.
    const isMismatch = status === 'VersionMismatch' && wanted.updateType === 'Differential';
    return isMismatch ? wholeList((await listTaken()) as List[], wanted) : undefined;
  },

  meaningOf(operation, payload, answer) {
    if (!isCentralSystemAction(operation)) return { isTaken: false, effects: [] };
    const isSecret = secretSetting(operation, payload) !== undefined;
    const profile = profileIn(operation, payload);
    const profileTold = (isTaken: boolean): Effect[] =>
      profile === undefined ? [] : [{ kind: 'profile', profile, isTaken }];
    if (answer.kind === 'error')
      return {
        isTaken: false,
        effects: [...profileTold(false), ...(isSecret ? [{ kind: 'secret' as const, isTaken: false }] : [])],
      };
    // It is kept as it came; reading it changes it.
    const { message } = receive(operation, 'answer', structuredClone(answer.payload));
    const { status } = message as { status?: string };
    const isTaken = TAKEN.has(status) || TAKEN_ALSO[operation] === status;
    const { effects, follows } = ruleOf(operation);
    const request = payload as Request<CentralSystemAction>;
    const isExpected = follows?.isExpected?.(message) ?? true;
    return {
      isTaken,
      effects: [
        ...(effects?.(request, message, isTaken) ?? []),
        ...profileTold(isTaken),
        // Where it waits for a reboot both are right until the new one is seen.
        ...(isSecret && status !== 'RebootRequired' ? [{ kind: 'secret' as const, isTaken }] : []),
      ],
      ...(follows && isExpected && { followsForMs: follows.withinMs }),
      ...(status === 'AcceptedCanceled' && { endsEarlier: true }),
    };
  },
};
