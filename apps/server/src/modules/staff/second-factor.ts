import { generateSecret, generateURI, verifySync } from 'otplib/functional';
import { SECOND_MS } from '#kernel/durations.ts';

/** An authenticator's clock may be off by a step. */
const TOLERANCE_SECONDS = 30;

/** A secret for an authenticator (RFC 6238), as text and as the address that its QR code holds. */
export function newCodeSecret(brand: string, email: string): { secret: string; url: string } {
  const secret = generateSecret();
  return { secret, url: generateURI({ issuer: brand, label: email, secret }) };
}

/** The time step of a code that is right and newer than the last one. Undefined otherwise. */
export function matchingTimeStep(code: string, secret: string, lastStep: number | null, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / SECOND_MS);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return lastStep === null || result.timeStep > lastStep ? result.timeStep : undefined;
}
