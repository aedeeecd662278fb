import type { IncomingMessage } from 'node:http';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import type { Admission, StoredCredentials, SecurityProfile } from '#modules/network/index.ts';
import type { LinkEventLog } from '../links/link-event-log.ts';
import { chargePointIdOf, credentialsOf, areCredentialsRight, type BasicCredentials } from './basic-auth.ts';
import { fingerprintOf, type createClientCertificates } from './client-certificates.ts';
import type { Transport } from './transports.ts';

/**
 * Failed logins from one address. Misconfigured charge points retry for hours, while guessing takes thousands of
 * attempts.
 */
const FAILURES: Rate = { burst: 30, perSecond: 30 / 60 };
const RETRY_AFTER_SECONDS = 60;
/** How long the secrets of all charge points are cached. They are loaded only while logins fail. */
const HASHES_TTL_MS = 30 * SECOND_MS;
/** Unknown ids are untrusted text, so they are cut. */
const MAX_ID_SHOWN = 64;

/** The stored hashes of each charge point: its own secret, and a pending one. */
type PasswordHashes = Pick<ReadonlyMap<string, readonly string[]>, 'get'>;

export interface AuthenticatorOptions {
  /** The stored credentials of a charge point. Undefined if it is unknown. */
  findCredentials: (chargePointId: string) => Promise<StoredCredentials | undefined>;
  /** Called when a charge point has used the secret that it was sent. */
  noteSecretSeen: (chargePointId: string, pendingHash: string) => Promise<void>;
  /** Called when a charge point uses its previous secret (`isOld`), or its current one again. */
  noteOldSecretUse: (chargePointId: string, isOld: boolean) => Promise<void>;
  /** Called when a charge point uses another security profile than before, or the one that it was sent. */
  noteProfileSeen: (chargePointId: string, profile: SecurityProfile) => Promise<void>;
  /** Called when a charge point is refused because its security profile is too low. */
  lowerProfileRefused: (
    chargePointId: string,
    facts: { usedProfile: SecurityProfile; minimumProfile: SecurityProfile; address: string },
  ) => Promise<void>;
  certificates: ReturnType<typeof createClientCertificates>;
  /** True if charge points without authentication (profile 0) may connect from there. */
  isOpenTo: (request: IncomingMessage) => boolean;
  /** The stored hashes of all charge points. */
  listPasswordHashes: () => Promise<PasswordHashes>;
  clock: Clock;
}

export interface Accepted {
  chargePointId: string;
  admission: Admission;
  /** Fingerprint of the client certificate that it used. */
  certificate: string | undefined;
}

export interface ConnectionRefusal {
  status: 401 | 404 | 429;
  retryAfterSeconds?: number;
}

/** One attempt to connect. */
interface Attempt {
  request: IncomingMessage;
  address: string;
  transport: Transport;
  chargePointId: string;
  given: BasicCredentials;
}

const NOT_COUNTED = { returnToken: () => undefined };

/**
 * Authenticates charge points. Failed logins are limited by address, before the database is queried. Successful ones
 * are not, because thousands of charge points may share their network's address, perhaps with an attacker. Once an
 * address has failed too often, its secrets are compared in memory before it is refused: a hash takes microseconds, and
 * secrets have at least 16 characters, so guessing is useless.
 */
export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #linkEventLog: LinkEventLog;
  readonly #failures: TokenBuckets<string>;
  #register: { hashes: Promise<PasswordHashes>; atMs: number } | undefined;

  constructor(options: AuthenticatorOptions, linkEventLog: LinkEventLog) {
    this.#options = options;
    this.#linkEventLog = linkEventLog;
    this.#failures = new TokenBuckets(FAILURES, options.clock);
  }

  /** Returns the authenticated charge point of a request, or the refusal. */
  async accept(request: IncomingMessage, address: string, transport: Transport): Promise<Accepted | ConnectionRefusal> {
    const chargePointId = chargePointIdOf(request.url);
    const given = chargePointId === undefined ? undefined : credentialsOf(request, chargePointId);
    const failureToken = await this.#takeTry(address, chargePointId, given, transport);
    let admission: Admission;
    let certificate: string | undefined;
    if (!failureToken) {
      this.#linkEventLog.count('ocpp.login_limited', 'too many logins from one address failed; more are refused', {
        address,
      });
      return { status: 429, retryAfterSeconds: RETRY_AFTER_SECONDS };
    }
    try {
      const known = chargePointId === undefined ? undefined : await this.#options.findCredentials(chargePointId);
      if (chargePointId === undefined || !known) return this.#refuseStranger(address, chargePointId);
      const profile = await this.#profileOf({ request, address, transport, chargePointId, given }, known);
      if (profile === undefined) return this.#refuseSecret(address, chargePointId, given);
      const { securityProfile: minimumProfile, pendingProfile, seenProfile } = known;
      if (profile < minimumProfile)
        return await this.#refuseLower(chargePointId, { usedProfile: profile, minimumProfile, address });
      if (profile !== seenProfile || (pendingProfile !== null && profile >= pendingProfile))
        await this.#options.noteProfileSeen(chargePointId, profile);
      ({ admission } = known);
      certificate = profile === 3 && transport.certificate ? fingerprintOf(transport.certificate) : undefined;
    } catch (error) {
      // It is unknown whether it would have failed.
      failureToken.returnToken();
      throw error;
    }
    failureToken.returnToken();
    return { chargePointId, admission, certificate };
  }

  /** The OCPP security profile that the request satisfies. Undefined if none. */
  async #profileOf(
    { request, address, transport, chargePointId, given }: Attempt,
    known: StoredCredentials,
  ): Promise<SecurityProfile | undefined> {
    const { certificate, isEncrypted } = transport;
    if (certificate) {
      const { confirmedSerialNumber } = known;
      const problem = await this.#options.certificates.problemOf(certificate, { chargePointId, confirmedSerialNumber });
      if (problem === undefined) return 3;
      const facts = { chargePointId, address, problem };
      this.#linkEventLog.count('ocpp.wrong_certificate', 'a certificate does not match the charge point', facts);
    }
    if (await this.#isRight(given, chargePointId, known)) return isEncrypted ? 2 : 1;
    const isOpen = known.securityProfile === 0 && !given && this.#options.isOpenTo(request);
    return isOpen ? 0 : undefined;
  }

  /** True for the current secret or a pending one. Throws if its use cannot be stored. */
  async #isRight(given: BasicCredentials, chargePointId: string, known: StoredCredentials): Promise<boolean> {
    const { passwordHash, pendingHash, previousHash, awaitsCurrentSecret } = known;
    const { noteSecretSeen, noteOldSecretUse } = this.#options;
    const fits = (hash: string | null): hash is string =>
      hash !== null && areCredentialsRight(given, chargePointId, hash);
    if (fits(passwordHash)) {
      if (awaitsCurrentSecret) await noteOldSecretUse(chargePointId, false);
      return true;
    }
    if (fits(pendingHash)) {
      await noteSecretSeen(chargePointId, pendingHash);
      return true;
    }
    if (fits(previousHash)) await noteOldSecretUse(chargePointId, true);
    return false;
  }

  /** Counts a login as failed until it succeeds. Undefined if the address has failed too often. */
  async #takeTry(
    address: string,
    chargePointId: string | undefined,
    given: BasicCredentials,
    { certificate }: Transport,
  ): Promise<{ returnToken(): void } | undefined> {
    const failures = this.#failures.of(address);
    if (failures.take()) return failures;
    if (chargePointId === undefined) return undefined;
    if (certificate && (await this.#options.certificates.isIssued(certificate))) return NOT_COUNTED;
    if (!given) return undefined;
    const hashes = await this.#storedHashes(chargePointId);
    const isRight = hashes.some((hash) => areCredentialsRight(given, chargePointId, hash));
    return isRight ? NOT_COUNTED : undefined;
  }

  async #storedHashes(chargePointId: string): Promise<readonly string[]> {
    const nowMs = this.#options.clock.now().getTime();
    if (!this.#register || nowMs - this.#register.atMs >= HASHES_TTL_MS)
      this.#register = { hashes: this.#options.listPasswordHashes(), atMs: nowMs };
    const { hashes } = this.#register;
    try {
      return (await hashes).get(chargePointId) ?? [];
    } catch (error) {
      if (this.#register.hashes === hashes) this.#register = undefined;
      throw error;
    }
  }

  async #refuseLower(
    chargePointId: string,
    facts: { usedProfile: SecurityProfile; minimumProfile: SecurityProfile; address: string },
  ): Promise<ConnectionRefusal> {
    const message = 'a charge point connected with a lower security profile than its minimum';
    this.#linkEventLog.count('ocpp.lower_profile', message, { chargePointId, ...facts });
    await this.#options.lowerProfileRefused(chargePointId, facts);
    return { status: 401 };
  }

  #refuseStranger(address: string, chargePointId = ''): ConnectionRefusal {
    const facts = { address, stranger: chargePointId.slice(0, MAX_ID_SHOWN) };
    this.#linkEventLog.count('ocpp.unknown_charge_point', 'a client connected with an unknown charge point id', facts);
    return { status: 404 };
  }

  #refuseSecret(address: string, chargePointId: string, given: BasicCredentials): ConnectionRefusal {
    if (given)
      this.#linkEventLog.count('ocpp.wrong_secret', 'a charge point connected with a wrong secret', {
        chargePointId,
        address,
      });
    else
      this.#linkEventLog.count('ocpp.missing_secret', 'a charge point connected without a secret', {
        chargePointId,
        address,
      });
    return { status: 401 };
  }
}
