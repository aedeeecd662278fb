import type { Tx } from '#db/database.ts';
import { findProfiles } from '#modules/network/index.ts';
import { hasCertificateInPlace } from './certificates.store.ts';
import type { OperationRules } from './charge-point-calls.ts';
import { listHoldings, type Command } from './commands.store.ts';

interface ProfilePorts {
  rules: Pick<OperationRules, 'profileIn' | 'hasServerRoot'>;
  /** Whether charge points can come over TLS, on a port of our own or by a proxy. */
  hasTls: boolean;
}
type Asked = Pick<Command, 'chargePointId' | 'operation' | 'payload'>;

/** Whether a charge point comes over TLS, has to, or was sent a profile for which it will: without a root it could not. */
export async function needsRoot(tx: Tx, chargePointId: string): Promise<boolean> {
  const { securityProfile = 0, seenProfile = 0, pendingProfile = null } = (await findProfiles(tx, chargePointId)) ?? {};
  return Math.max(securityProfile, seenProfile, pendingProfile ?? 0) >= 2;
}

/**
 * What a security profile would do to the charge point that is sent it now: one lower than it has to come with locks it out, and for a
 * higher one it may lack something. One that has come with it lacks nothing.
 */
export async function findProfileRefusalReason(
  tx: Tx,
  { rules, hasTls }: ProfilePorts,
  { chargePointId, operation, payload }: Asked,
  now: Date,
): Promise<
  'profile_would_be_lowered' | 'tls_missing' | 'charger_root_missing' | 'charger_certificate_missing' | undefined
> {
  const profile = rules.profileIn(operation, payload);
  if (profile === undefined) return undefined;
  const { securityProfile = 0, seenProfile = 0 } = (await findProfiles(tx, chargePointId)) ?? {};
  if (profile < securityProfile) return 'profile_would_be_lowered';
  if (profile < 2 || seenProfile >= profile) return undefined;
  if (!hasTls) return 'tls_missing';
  if (seenProfile < 2 && !rules.hasServerRoot(await listHoldings(tx, chargePointId, 'certificates')))
    return 'charger_root_missing';
  return profile === 3 && !(await hasCertificateInPlace(tx, chargePointId, now))
    ? 'charger_certificate_missing'
    : undefined;
}
