import type { CentralSystemAction } from '@bijli/ocpp/messages';
import { isCentralSystemAction } from '@bijli/ocpp/operations';
import { problemOf, receive } from '@bijli/ocpp/schemas';
import { HOUR_MS } from '#kernel/durations.ts';
import { SECURITY_PROFILES, secretHashOf, type SecurityProfile } from '#modules/network/index.ts';
import { SECRET_KEY, type Effect, type OperationRules } from '#modules/operations/index.ts';
import { isRequestId } from '../handlers/received-numbers.ts';
import { tagLists, wholeList, type LocalList } from './local-lists.ts';
import { certificatesIn, installedKey, isSameCertificate, RULES, type Request, type Rule } from './operation-table.ts';

/** Statuses that mean that the charge point accepts an operation. An answer without a status means it too. */
const ACCEPTED_STATUSES = new Set<unknown>([
  'Accepted',
  'AcceptedCanceled',
  'RebootRequired',
  'Scheduled',
  'Unlocked',
  undefined,
]);

/** Statuses that also count as accepted: there are no certificates to list. */
const TAKEN_ALSO: { [A in CentralSystemAction]?: string } = { GetInstalledCertificateIds: 'NotFound' };

/** What begins later than this does not concern current charges. */
const SOON_MS = HOUR_MS;

/** How often a charge point should retry a file transfer. */
const FILE_TRIES = 3;

const SERVER_ROOT = 'CentralSystemRootCertificate';
const SECRET_SETTING = 'AuthorizationKey';
const PROFILE_SETTING = 'SecurityProfile';

/**
 * The configuration key of that name in a ChangeConfiguration, with its value. Undefined for anything else. Charge
 * points write names in any case.
 */
function settingIn(operation: string, payload: object, name: string): { value: unknown } | undefined {
  const { key, value } = payload as { key?: unknown; value?: unknown };
  const isChangeOfKey =
    operation === 'ChangeConfiguration' && typeof key === 'string' && key.toLowerCase() === name.toLowerCase();
  return isChangeOfKey ? { value } : undefined;
}

/** The security profile in a ChangeConfiguration (security extension A05). */
function profileIn(operation: string, payload: object): SecurityProfile | undefined {
  const setting = settingIn(operation, payload, PROFILE_SETTING);
  return setting && SECURITY_PROFILES.find((profile) => String(profile) === setting.value);
}

/** A01: a shorter secret could be guessed. A longer one is cut by charge points, which are then locked out. */
function problemOfSecret(operation: string, payload: object): string | undefined {
  const secret = settingIn(operation, payload, SECRET_SETTING);
  if (!secret) return undefined;
  const { value } = secret;
  const isFit = typeof value === 'string' && value.length >= 16 && value.length <= 40;
  return isFit ? undefined : '/value of an AuthorizationKey has 16 to 40 characters, best 32 to 40 digits of hex';
}

/** Returns what is wrong with a number that the schema allows and the standard's text does not. */
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

/** The later of the times to download and to install. Undefined if both are at once. */
function beginsAt(operation: string, payload: object): Date | undefined {
  const moments = ruleOf(operation).follows?.from?.(payload as Partial<Request<CentralSystemAction>>) ?? [];
  const times = moments.map((text) => Date.parse(text ?? '')).filter((time) => !Number.isNaN(time));
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

function followedFor(operation: string, payload: object): { followsForMs?: number; followsFrom?: Date } {
  const { follows } = ruleOf(operation);
  const followsFrom = beginsAt(operation, payload);
  return follows ? { followsForMs: follows.withinMs, ...(followsFrom && { followsFrom }) } : {};
}

/** Sections 6.35 and 6.53: connector 0 is the charge point itself, which cannot start or unlock. */
const OF_ONE_CONNECTOR = new Set<string>(['RemoteStartTransaction', 'UnlockConnector'] satisfies CentralSystemAction[]);

/** Operations that support uses for a driver on the phone. */
const DAILY = new Set<string>([
  'RemoteStartTransaction',
  'RemoteStopTransaction',
  'UnlockConnector',
  'TriggerMessage',
  'ExtendedTriggerMessage',
] satisfies CentralSystemAction[]);
/** Operations on keys and power limits. */
const GUARDED = new Set<string>([
  'CertificateSigned',
  'ClearChargingProfile',
  'DeleteCertificate',
  'InstallCertificate',
  'SetChargingProfile',
] satisfies CentralSystemAction[]);

/** The operations of OCPP 1.6 and its security extension. */
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

  permissionFor(operation, payload) {
    const { key, type, requestedMessage } = payload as Record<string, unknown>;
    const isSecret = typeof key === 'string' && SECRET_KEY.test(key);
    if (
      GUARDED.has(operation) ||
      isSecret ||
      settingIn(operation, payload, PROFILE_SETTING) ||
      requestedMessage === 'SignChargePointCertificate'
    )
      return 'secure';
    return DAILY.has(operation) || (operation === 'Reset' && type === 'Soft') ? 'operate' : 'configure';
  },

  secretHashIn(operation, payload) {
    const value = settingIn(operation, payload, SECRET_SETTING)?.value;
    return typeof value === 'string' ? secretHashOf(value) : undefined;
  },

  profileIn,

  hasServerRoot: (certificates) =>
    certificates.some(
      ({ key, value }) =>
        key === installedKey(SERVER_ROOT) || (key === SERVER_ROOT && certificatesIn(value).length > 0),
    ),

  restart: { operation: 'Reset', payload: { type: 'Soft' } },

  tagLists,

  firmwareUpdate({ location, retrieveAt, installAt, signed }) {
    const [retrieve, install] = [retrieveAt.toISOString(), installAt?.toISOString()];
    if (!signed)
      return { operation: 'UpdateFirmware', payload: { location, retrieveDate: retrieve, retries: FILE_TRIES } };
    const firmware = { location, retrieveDateTime: retrieve, ...(install && { installDateTime: install }), ...signed };
    return { operation: 'SignedUpdateFirmware', payload: { firmware, retries: FILE_TRIES } };
  },

  logUpload({ kind, location, from, to }) {
    const [oldest, latest] = [from?.toISOString(), to?.toISOString()];
    if (kind === 'diagnostics')
      return {
        operation: 'GetDiagnostics',
        payload: {
          location,
          retries: FILE_TRIES,
          ...(oldest && { startTime: oldest }),
          ...(latest && { stopTime: latest }),
        },
      };
    const log = {
      remoteLocation: location,
      ...(oldest && { oldestTimestamp: oldest }),
      ...(latest && { latestTimestamp: latest }),
    };
    const logType = kind === 'log' ? 'DiagnosticsLog' : 'SecurityLog';
    return { operation: 'GetLog', payload: { log, logType, retries: FILE_TRIES } };
  },

  secretHash: secretHashOf,

  secretChange: (value) => ({ operation: 'ChangeConfiguration', payload: { key: SECRET_SETTING, value } }),

  profileChange: (profile) => ({
    operation: 'ChangeConfiguration',
    payload: { key: PROFILE_SETTING, value: String(profile) },
  }),

  connectorUnlock: (connectorId) => ({ operation: 'UnlockConnector', payload: { connectorId } }),

  endsSessions(operation, payload, now) {
    if (operation === 'Reset') return 'type' in payload && payload.type === 'Hard';
    // Charge points restart as soon as they have installed firmware, some even during a charge.
    const { task } = ruleOf(operation).follows ?? {};
    const isUpdate = task === 'firmware' || task === 'signed firmware';
    return isUpdate && (beginsAt(operation, payload) ?? now).getTime() < now.getTime() + SOON_MS;
  },

  async losesLastRoot(operation, payload, certificates) {
    if (operation !== 'DeleteCertificate') return false;
    const { certificateHashData } = payload as Request<'DeleteCertificate'>;
    return (await certificates()).some((chain) => {
      const [last, ...more] = certificatesIn(chain);
      return last !== undefined && more.length === 0 && isSameCertificate(certificateHashData, last);
    });
  },

  async fillInNumbers(operation, payload, numbers) {
    return (await ruleOf(operation).fill?.(payload as Partial<Request<CentralSystemAction>>, numbers)) ?? payload;
  },

  taskOf(operation, payload) {
    const { follows } = ruleOf(operation);
    const { requestId } = payload as { requestId?: unknown };
    return {
      ...(follows && { task: follows.task, ...followedFor(operation, payload) }),
      ...(isRequestId(requestId) && { requestId }),
    };
  },

  async nextAfter(operation, payload, answer, listAcceptedPayloads) {
    if (operation !== 'SendLocalList' || answer.kind !== 'answered') return undefined;
    const { status } = (answer.payload ?? {}) as { status?: unknown };
    const wanted = payload as LocalList;
    // A partial list that no longer fits is answered by sending the whole list once, which always fits.
    const isVersionWrong = status === 'VersionMismatch' && wanted.updateType === 'Differential';
    return isVersionWrong ? wholeList((await listAcceptedPayloads()) as LocalList[], wanted) : undefined;
  },

  meaningOf(operation, payload, answer) {
    if (!isCentralSystemAction(operation)) return { isTaken: false, effects: [] };
    const isSecret = settingIn(operation, payload, SECRET_SETTING) !== undefined;
    const profile = profileIn(operation, payload);
    const profileReported = (isTaken: boolean): Effect[] =>
      profile === undefined ? [] : [{ kind: 'profile', profile, isTaken }];
    // Nobody knows whether the charge point did what it was asked.
    if (answer.kind === 'unreadable') return { isTaken: false, effects: [] };
    if (answer.kind === 'error')
      return {
        isTaken: false,
        effects: [...profileReported(false), ...(isSecret ? [{ kind: 'secret' as const, isTaken: false }] : [])],
      };
    // A copy, because `receive` changes the payload.
    const { message } = receive(operation, 'answer', structuredClone(answer.payload));
    const { status } = message as { status?: string };
    const isTaken = ACCEPTED_STATUSES.has(status) || TAKEN_ALSO[operation] === status;
    const { effects, follows } = ruleOf(operation);
    const request = payload as Request<CentralSystemAction>;
    const isExpected = follows?.isExpected?.(message) ?? true;
    return {
      isTaken,
      effects: [
        ...(effects?.(request, message, isTaken) ?? []),
        ...profileReported(isTaken),
        // If the charge point needs a reboot first, both secrets stay valid until it uses the new one.
        ...(isSecret && status !== 'RebootRequired' ? [{ kind: 'secret' as const, isTaken }] : []),
      ],
      ...(isExpected && followedFor(operation, payload)),
      ...(status === 'AcceptedCanceled' && { endsEarlier: true }),
    };
  },
};
