import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import { createSerialQueue } from '#kernel/serial-queue.ts';
import { refuse } from './staff.refusals.ts';

/** Parameters of scrypt. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 128;
/** From OWASP's Password Storage Cheat Sheet, for 32 MB: a quarter of a second on a small machine. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const HASH_BYTES = 32;
/** Hashing occupies a thread that others wait for, so further requests are refused with `unavailable`. */
const MAX_WAITING = 20;

/**
 * Hashes and checks passwords of staff, stored as `scrypt$N$r$p$salt$hash` so that the cost can be raised. One at a
 * time.
 */
export function createPasswords(own: PasswordCost) {
  const turns = createSerialQueue();
  let waiting = 0;

  async function derive(password: string, salt: Buffer, cost: PasswordCost) {
    if (waiting >= MAX_WAITING) refuseHttp('unavailable');
    waiting += 1;
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    try {
      return await turns.run(
        () =>
          new Promise<Buffer>((resolve, reject) =>
            scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
              error ? reject(error) : resolve(hash),
            ),
          ),
      );
    } finally {
      waiting -= 1;
    }
  }

  return {
    /** Throws password_weak. */
    async hash(password: string, email: string): Promise<string> {
      const isLong = password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH;
      const [name = ''] = email.split('@');
      const holdsEmail = name.length > 3 && password.toLowerCase().includes(name);
      if (!isLong || holdsEmail) refuse('password_weak', { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH });
      const salt = randomBytes(16);
      const hash = await derive(password, salt, own);
      const { N, r, p } = own;
      return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
    },

    /** Takes as long if there is no stored hash, so that nobody learns which e-mails are known. */
    async isRight(password: string, stored: string | null | undefined): Promise<boolean> {
      const [, N, r, p, salt = '', hash = ''] = stored?.split('$') ?? [];
      const cost = stored ? { N: Number(N), r: Number(r), p: Number(p) } : own;
      const derived = await derive(password.slice(0, MAX_PASSWORD_LENGTH + 1), Buffer.from(salt, 'base64url'), cost);
      const expected = Buffer.from(hash, 'base64url');
      return expected.length === derived.length && timingSafeEqual(expected, derived);
    },
  };
}
