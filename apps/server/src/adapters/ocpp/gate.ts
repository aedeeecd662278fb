import type { IncomingMessage } from 'node:http';
import type { Clock } from '#kernel/clock.ts';
import { TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import { chargerIdOf, proofOf, proves, type Proof } from './basic-auth.ts';
import type { CountedEvents } from './counted-events.ts';

/** Logins that fail from one address: chargers come with a wrong id or secret for hours, and guesses are made by thousands. */
const FAILURES: Rate = { burst: 30, perSecond: 30 / 60 };
const RETRY_AFTER_SECONDS = 60;
/** The secrets of our chargers are asked for once in a while, and only while somebody guesses. */
const REGISTER_MS = 30_000;
/** An id that is none of ours is a stranger's text. */
const MAX_ID_SHOWN = 64;

/** The stored secret of each charger. */
type Register = Pick<ReadonlyMap<string, string>, 'get'>;

export interface GateOptions {
  /** The stored secret of a charger, as `hashOf` makes it; undefined for one that is not ours. */
  credentials: (chargerId: string) => Promise<{ passwordHash: string } | undefined>;
  /** The stored secrets of all chargers. */
  passwordHashes: () => Promise<Register>;
  clock: Clock;
}

export interface Refusal {
  status: 401 | 404 | 429;
  retryAfterSeconds?: number;
}

/**
 * Who may dial in. Logins that fail are limited by address, before the database is asked; those that succeed never are,
 * since thousands of chargers may share the address of their mobile network, also with somebody who guesses. Where too many
 * have failed, a secret is compared in memory before its address is refused: a hash of it takes a few microseconds, and it
 * has 16 characters at least, so that to guess on is of no use.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #events: CountedEvents;
  readonly #failures: TokenBuckets<string>;
  #register: { hashes: Promise<Register>; at: number } | undefined;

  constructor(options: GateOptions, events: CountedEvents) {
    this.#options = options;
    this.#events = events;
    this.#failures = new TokenBuckets(FAILURES, options.clock);
  }

  /** Answers the charger that a request from an address proves to be, or how it is refused. */
  async admit(request: IncomingMessage, address: string): Promise<{ chargerId: string } | Refusal> {
    const chargerId = chargerIdOf(request.url);
    const proof = chargerId === undefined ? undefined : proofOf(request, chargerId);
    const taken = await this.#takeTry(address, chargerId, proof);
    if (!taken) {
      this.#events.note('ocpp.login_limited', 'too many logins failed from an address; more are refused', { address });
      return { status: 429, retryAfterSeconds: RETRY_AFTER_SECONDS };
    }
    try {
      const known = chargerId === undefined ? undefined : await this.#options.credentials(chargerId);
      if (chargerId === undefined || !known) return this.#refuseStranger(address, chargerId);
      if (!proves(proof, chargerId, known.passwordHash)) return this.#refuseSecret(address, chargerId, proof);
    } catch (error) {
      // Nobody knows whether it would have failed.
      taken.giveBack();
      throw error;
    }
    taken.giveBack();
    return { chargerId };
  }

  /** Counts a login as failed until it has not; undefined when too many have and this is one more of them. */
  async #takeTry(
    address: string,
    chargerId: string | undefined,
    proof: Proof,
  ): Promise<{ giveBack(): void } | undefined> {
    const failures = this.#failures.of(address);
    if (failures.take()) return failures;
    if (chargerId === undefined || !proof) return undefined;
    const passwordHash = await this.#registered(chargerId);
    const isRight = passwordHash !== undefined && proves(proof, chargerId, passwordHash);
    return isRight ? { giveBack: () => undefined } : undefined;
  }

  async #registered(chargerId: string): Promise<string | undefined> {
    const now = this.#options.clock.now().getTime();
    if (!this.#register || now - this.#register.at >= REGISTER_MS)
      this.#register = { hashes: this.#options.passwordHashes(), at: now };
    const { hashes } = this.#register;
    try {
      return (await hashes).get(chargerId);
    } catch (error) {
      if (this.#register.hashes === hashes) this.#register = undefined;
      throw error;
    }
  }

  #refuseStranger(address: string, chargerId = ''): Refusal {
    const facts = { address, stranger: chargerId.slice(0, MAX_ID_SHOWN) };
    this.#events.note('ocpp.unknown_charge_point', 'somebody came as a charger that is not ours', facts);
    return { status: 404 };
  }

  #refuseSecret(address: string, chargerId: string, proof: Proof): Refusal {
    if (proof) this.#events.note('ocpp.wrong_secret', 'a charger came with a wrong secret', { chargerId, address });
    else this.#events.note('ocpp.missing_secret', 'a charger came without a secret', { chargerId, address });
    return { status: 401 };
  }
}
