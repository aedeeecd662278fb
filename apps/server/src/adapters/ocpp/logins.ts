import type { IncomingMessage } from 'node:http';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import type { Admission, StoredCredentials, SecurityProfile } from '#modules/network/index.ts';
import { chargePointIdOf, credentialsOf, areCredentialsRight, type BasicCredentials } from './basic-auth.ts';
import { fingerprintOf, type createClientCertificates } from './client-certificates.ts';
import type { CountedLog } from './counted-log.ts';
import type { Transport } from './transports.ts';

/** Logins that fail from one address: charge points come with a wrong id or secret for hours, and guesses are made by thousands. */
const FAILURES: Rate = { burst: 30, perSecond: 30 / 60 };
const RETRY_AFTER_SECONDS = 60;
/** The secrets of our charge points are asked for once in a while, and only while somebody guesses. */
const REGISTER_MS = 30 * SECOND_MS;
/** An id that is none of ours is a stranger's text. */
const MAX_ID_SHOWN = 64;

/** The stored secrets of each charge point: its own, and one that it was sent. */
type PasswordHashes = Pick<ReadonlyMap<string, readonly string[]>, 'get'>;

export interface LoginsOptions {
  /** The stored secret of a charge point, as `hashOf` makes it; undefined for one that is not ours. */
  credentials: (chargePointId: string) => Promise<StoredCredentials | undefined>;
  /** A charge point has come with the secret that it was sent. */
  secretSeen: (chargePointId: string, pendingHash: string) => Promise<void>;
  /** A charge point has come with the secret before, or with the right one again. */
  oldSecretSeen: (chargePointId: string, isOld: boolean) => Promise<void>;
  /** A charge point has come with another security profile than before, or with the one that it was sent. */
  profileSeen: (chargePointId: string, profile: SecurityProfile) => Promise<void>;
  /** A charge point has come with less than it may, and is refused. */
  lowerProfileRefused: (
    chargePointId: string,
    facts: { came: SecurityProfile; least: SecurityProfile; address: string },
  ) => Promise<void>;
  certificates: ReturnType<typeof createClientCertificates>;
  /** Whether charge points that are set to prove nothing may come from there. */
  isOpenTo: (request: IncomingMessage) => boolean;
  /** The stored secrets of all charge points. */
  passwordHashes: () => Promise<PasswordHashes>;
  clock: Clock;
}

export interface Accepted {
  chargePointId: string;
  admission: Admission;
  /** The fingerprint of that by which it has proven itself. */
  certificate: string | undefined;
}

export interface LoginRefusal {
  status: 401 | 404 | 429;
  retryAfterSeconds?: number;
}

/** One try to come in. */
interface Attempt {
  request: IncomingMessage;
  address: string;
  transport: Transport;
  chargePointId: string;
  given: BasicCredentials;
}

const NOT_COUNTED = { giveBack: () => undefined };

/**
 * Who may dial in. Logins that fail are limited by address, before the database is asked; those that succeed never are,
 * since thousands of charge points may share the address of their mobile network, also with somebody who guesses. Where too many
 * have failed, a secret is compared in memory before its address is refused: a hash of it takes a few microseconds, and it
 * has 16 characters at least, so that to guess on is of no use.
 */
export class Logins {
  readonly #options: LoginsOptions;
  readonly #countedLog: CountedLog;
  readonly #failures: TokenBuckets<string>;
  #register: { hashes: Promise<PasswordHashes>; atMs: number } | undefined;

  constructor(options: LoginsOptions, countedLog: CountedLog) {
    this.#options = options;
    this.#countedLog = countedLog;
    this.#failures = new TokenBuckets(FAILURES, options.clock);
  }

  /** Answers the charge point that a request from an address proves to be, or how it is refused. */
  async accept(request: IncomingMessage, address: string, transport: Transport): Promise<Accepted | LoginRefusal> {
    const chargePointId = chargePointIdOf(request.url);
    const given = chargePointId === undefined ? undefined : credentialsOf(request, chargePointId);
    const taken = await this.#takeTry(address, chargePointId, given, transport);
    let admission: Admission;
    let certificate: string | undefined;
    if (!taken) {
      this.#countedLog.count('ocpp.login_limited', 'too many logins from one address failed; more are refused', {
        address,
      });
      return { status: 429, retryAfterSeconds: RETRY_AFTER_SECONDS };
    }
    try {
      const known = chargePointId === undefined ? undefined : await this.#options.credentials(chargePointId);
      if (chargePointId === undefined || !known) return this.#refuseStranger(address, chargePointId);
      const profile = await this.#profileOf({ request, address, transport, chargePointId, given }, known);
      if (profile === undefined) return this.#refuseSecret(address, chargePointId, given);
      const { securityProfile: least, pendingProfile, seenProfile } = known;
      if (profile < least) return await this.#refuseLower(chargePointId, { came: profile, least, address });
      if (profile !== seenProfile || (pendingProfile !== null && profile >= pendingProfile))
        await this.#options.profileSeen(chargePointId, profile);
      ({ admission } = known);
      certificate = profile === 3 && transport.certificate ? fingerprintOf(transport.certificate) : undefined;
    } catch (error) {
      // Nobody knows whether it would have failed.
      taken.giveBack();
      throw error;
    }
    taken.giveBack();
    return { chargePointId, admission, certificate };
  }

  /** What a charge point has proven, by OCPP's security profiles; undefined for nothing that counts. */
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
      this.#countedLog.count('ocpp.wrong_certificate', 'a certificate does not match the charge point', facts);
    }
    if (await this.#isRight(given, chargePointId, known)) return isEncrypted ? 2 : 1;
    const isOpen = known.securityProfile === 0 && !given && this.#options.isOpenTo(request);
    return isOpen ? 0 : undefined;
  }

  /** With its secret, or with the one that it was sent and has not been seen with. Throws when what is seen cannot be kept. */
  async #isRight(given: BasicCredentials, chargePointId: string, known: StoredCredentials): Promise<boolean> {
    const { passwordHash, pendingHash, previousHash, isRightOneAwaited } = known;
    const { secretSeen, oldSecretSeen } = this.#options;
    const fits = (hash: string | null): hash is string =>
      hash !== null && areCredentialsRight(given, chargePointId, hash);
    if (fits(passwordHash)) {
      if (isRightOneAwaited) await oldSecretSeen(chargePointId, false);
      return true;
    }
    if (fits(pendingHash)) {
      await secretSeen(chargePointId, pendingHash);
      return true;
    }
    if (fits(previousHash)) await oldSecretSeen(chargePointId, true);
    return false;
  }

  /** Counts a login as failed until it has not; undefined when too many have and this is one more of them. */
  async #takeTry(
    address: string,
    chargePointId: string | undefined,
    given: BasicCredentials,
    { certificate }: Transport,
  ): Promise<{ giveBack(): void } | undefined> {
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
    if (!this.#register || nowMs - this.#register.atMs >= REGISTER_MS)
      this.#register = { hashes: this.#options.passwordHashes(), atMs: nowMs };
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
    facts: { came: SecurityProfile; least: SecurityProfile; address: string },
  ): Promise<LoginRefusal> {
    const message = 'a charge point connected with a lower security profile than its minimum';
    this.#countedLog.count('ocpp.lower_profile', message, { chargePointId, ...facts });
    await this.#options.lowerProfileRefused(chargePointId, facts);
    return { status: 401 };
  }

  #refuseStranger(address: string, chargePointId = ''): LoginRefusal {
    const facts = { address, stranger: chargePointId.slice(0, MAX_ID_SHOWN) };
    this.#countedLog.count('ocpp.unknown_charge_point', 'a client connected with an unknown charge point id', facts);
    return { status: 404 };
  }

  #refuseSecret(address: string, chargePointId: string, given: BasicCredentials): LoginRefusal {
    if (given)
      this.#countedLog.count('ocpp.wrong_secret', 'a charge point connected with a wrong secret', {
        chargePointId,
        address,
      });
    else
      this.#countedLog.count('ocpp.missing_secret', 'a charge point connected without a secret', {
        chargePointId,
        address,
      });
    return { status: 401 };
  }
}
