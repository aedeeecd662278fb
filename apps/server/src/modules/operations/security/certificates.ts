import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import { findSerialNumber, isNameOfAnother } from '#modules/network/index.ts';
import { isUnanswered } from '../commands/command-state.ts';
import { findCommand } from '../commands/commands.store.ts';
import type { Commands } from '../commands/commands.ts';
import type { CertificateAuthority, CheckedRequest, RootCertificate } from './certificate-authority.ts';
import * as store from './certificates.store.ts';

const KEEP_CERTIFICATES_MS = 365 * DAY_MS;
/** Certificates are valid from this long before now, because clocks of charge points may be behind. */
const VALID_BEFORE_MS = 5 * MINUTE_MS;
const VALID_MS = 365 * DAY_MS;
const ROOT_VALID_MS = 20 * 365 * DAY_MS;
/** A certificate that expires sooner than this is replaced, and a request is not answered with it again. */
const RENEWED_WITHIN_MS = 30 * DAY_MS;
/** Staff are told of a charge point whose certificate expires within this time. */
const ENDING_WITHIN_MS = 7 * DAY_MS;
/** A renewal request waits this long for a charge point that is offline. The next day it is sent again. */
const RENEWAL_REQUEST_TTL_MS = DAY_MS;
/** An earlier certificate stays valid for this long after a later one has come into use. */
const RETIRED_AFTER_MS = 30 * DAY_MS;
/** How long a signed certificate waits for its charge point to connect. */
const SEND_WITHIN_MS = 7 * DAY_MS;
/** Maximum length of a certificate request in characters, as OCPP allows. */
const MAX_REQUEST_LENGTH = 5500;
/** Requests that one charge point may make. */
const REQUESTS_OF_ONE: Rate = { burst: 10, perSecond: 1 / 600 };

/** The client certificate of a charge point that is connecting. */
export interface SeenCertificate {
  fingerprint: string;
  /** True if our own root certificate has signed it. */
  isOwn: boolean;
  /** Common name (CN) of the certificate. */
  name: string;
}

export interface CertificatesOptions {
  database: Database;
  clock: Clock;
  log: Log;
  authority: CertificateAuthority;
  commands: Pick<Commands, 'ask'>;
  /** Organisation name (O) in every certificate. Undefined: no certificates are signed. */
  organisation: string | undefined;
}

/** The root certificate. It is created on first use. */
export async function findOrCreateRoot(
  tx: Tx,
  authority: CertificateAuthority,
  { organisation, now }: { organisation: string; now: Date },
): Promise<RootCertificate> {
  const kept = await store.findRoot(tx);
  if (kept) return kept;
  const name = `${organisation} charge points`;
  return store.saveFirstRoot(tx, await authority.newRoot({ name, organisation, ...period(now, ROOT_VALID_MS) }));
}

/**
 * Certificates in use that expire within days or have expired, of charge points with no successor installed, earliest
 * first.
 */
export function listExpiringCertificates(tx: Tx, now: Date) {
  return store.listExpiring(tx, { now, until: new Date(now.getTime() + ENDING_WITHIN_MS) });
}

/** Signs certificates of charge points. A request must name the charge point that sends it. */
export function createCertificates(options: CertificatesOptions) {
  const { database, clock, log, authority, commands, organisation } = options;
  const shares = new TokenBuckets<string>(REQUESTS_OF_ONE, clock);
  const underWay = new Set<Promise<void>>();

  /**
   * True if `name` is the identity of the charge point or its reported serial number, and not the identity of another
   * charge point.
   */
  async function isNameOf(chargePointId: string, name: string): Promise<boolean> {
    if (name === chargePointId) return true;
    if (name !== (await findSerialNumber(database, chargePointId))) return false;
    return !(await isNameOfAnother(database, chargePointId, name));
  }

  async function certificateFor(chargePointId: string, request: string, { name, keyHash }: CheckedRequest) {
    return database.transaction(async (tx) => {
      await store.lockKey(tx, keyHash);
      const now = clock.now();
      const beyond = new Date(now.getTime() + RENEWED_WITHIN_MS);
      const before = await store.findCertificate(tx, { chargePointId, name, keyHash, beyond });
      if (before) return before;
      const facts = { name, organisation: organisation ?? '', ...period(now, VALID_MS) };
      const root = await findOrCreateRoot(tx, authority, { organisation: facts.organisation, now });
      const { validFrom, validUntil } = facts;
      const signed = await authority.sign(root, request, facts);
      const row = {
        ...signed,
        chargePointId,
        name,
        keyHash,
        validFrom,
        validUntil,
        firstUsedAt: null,
        commandId: null,
      };
      await store.insertCertificate(tx, row);
      return row;
    });
  }

  async function signAndSend(chargePointId: string, request: string, read: CheckedRequest): Promise<void> {
    const { serial, certificate, commandId } = await certificateFor(chargePointId, request, read);
    const last = commandId === null ? undefined : await findCommand(database, commandId);
    if (last && isUnanswered(last.state)) return;
    const command = await commands.ask({
      chargePointId,
      operation: 'CertificateSigned',
      payload: { certificateChain: certificate },
      deadlineAt: new Date(clock.now().getTime() + SEND_WITHIN_MS),
      // Two requests at the same time send one command. A later request sends another.
      idempotencyKey: `${read.keyHash} ${serial} ${commandId ?? 'first'}`,
      askedBy: 'certificates',
    });
    await store.changeCertificateCommand(database, serial, command.id);
  }

  return {
    /** Accepts or refuses a certificate request (SignCertificate). The certificate follows later, in a command. */
    async certificateRequested(chargePointId: string, request: string): Promise<boolean> {
      if (organisation === undefined || request.length > MAX_REQUEST_LENGTH) return false;
      if (!shares.of(chargePointId).take()) return false;
      const read = await authority.read(request);
      if (!read || !(await isNameOf(chargePointId, read.name))) return false;
      const work = signAndSend(chargePointId, request, read)
        .catch((error: unknown) =>
          log.error(
            { event: 'charge_point.certificate_not_signed', chargePointId, error },
            'a certificate could not be signed; the charge point must request it again',
          ),
        )
        .finally(() => underWay.delete(work));
      underWay.add(work);
      return true;
    },

    /**
     * Records a certificate with which a charge point connects as in use. Returns why it may not connect with it,
     * judged by our records.
     */
    async admitCertificate(
      chargePointId: string,
      { fingerprint, isOwn, name }: SeenCertificate,
    ): Promise<string | undefined> {
      const now = clock.now();
      const { certificate, isRevoked } = await store.findByFingerprint(database, fingerprint);
      if (isRevoked) return 'it was revoked';
      if (!certificate) {
        if (isOwn) return 'it is not on record';
        return (await isNameOfAnother(database, chargePointId, name)) ? 'it names another charge point' : undefined;
      }
      if (certificate.chargePointId !== chargePointId) return 'it is of another charge point';
      if (await store.isReplaced(database, certificate, new Date(now.getTime() - RETIRED_AFTER_MS)))
        return 'a later one has been in use for long';
      if (!certificate.firstUsedAt) await store.noteFirstUse(database, certificate.serial, now);
      return undefined;
    },

    /**
     * Asks each charge point whose certificate expires soon to request a new one, at most once a day. Also if it has
     * expired: a link that is up stays up.
     */
    async renewExpiring(): Promise<void> {
      if (organisation === undefined) return;
      const now = clock.now();
      const ending = await store.listExpiring(database, { now, until: new Date(now.getTime() + RENEWED_WITHIN_MS) });
      for (const { serial, chargePointId } of ending)
        await commands.ask({
          chargePointId,
          operation: 'ExtendedTriggerMessage',
          payload: { requestedMessage: 'SignChargePointCertificate' },
          deadlineAt: new Date(now.getTime() + RENEWAL_REQUEST_TTL_MS),
          idempotencyKey: `renewal ${serial} ${Math.floor(now.getTime() / DAY_MS)}`,
          askedBy: 'certificates',
        });
      log.info(
        { event: 'charge_point.certificate_renewals', count: ending.length },
        'charge points were asked to renew certificates that end soon',
      );
    },

    /** Counts charge points whose certificate expires within days or has expired, with no successor installed. */
    async readGauges(): Promise<{ endingCount: number }> {
      return { endingCount: (await listExpiringCertificates(database, clock.now())).length };
    },

    /** Returns the root certificate, if one exists. */
    findRoot: (): Promise<RootCertificate | undefined> => store.findRoot(database),

    /** Resolves when no certificate is being signed. */
    async close(): Promise<void> {
      await Promise.all(underWay);
    },

    purgeExpired: (): Promise<void> =>
      store.purgeCertificates(database, new Date(clock.now().getTime() - KEEP_CERTIFICATES_MS)),
  };
}

const period = (now: Date, lengthMs: number) => ({
  validFrom: new Date(now.getTime() - VALID_BEFORE_MS),
  validUntil: new Date(now.getTime() + lengthMs),
});
