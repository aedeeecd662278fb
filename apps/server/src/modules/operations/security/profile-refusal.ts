import type { Tx } from '#db/database.ts';
import { findProfiles } from '#modules/network/index.ts';
import type { OperationRules } from '../charge-point-calls.ts';
import { listAppliedStates, type Command } from '../commands/commands.store.ts';
import { hasCertificateInPlace } from './certificates.store.ts';

interface ProfilePorts {
  operationRules: Pick<OperationRules, 'profileIn' | 'hasServerRoot'>;
  /** True if charge points can connect over TLS, on our own port or through a proxy. */
  hasTls: boolean;
}
type Asked = Pick<Command, 'chargePointId' | 'operation' | 'payload'>;

/**
 * True if the charge point connects over TLS, must do so, or was sent a profile that requires it. Then it needs a root
 * certificate.
 */
export async function isRootNeeded(tx: Tx, chargePointId: string): Promise<boolean> {
  const { securityProfile = 0, seenProfile = 0, pendingProfile = null } = (await findProfiles(tx, chargePointId)) ?? {};
  return Math.max(securityProfile, seenProfile, pendingProfile ?? 0) >= 2;
}

/**
 * Returns why a security profile must not be sent to the charge point now. A profile lower than the required one would
 * lock it out. For a higher one it may lack a certificate, unless it has already connected with that profile.
 */
export async function findProfileRefusalReason(
  tx: Tx,
  { operationRules, hasTls }: ProfilePorts,
  { chargePointId, operation, payload }: Asked,
  now: Date,
): Promise<
  'profile_would_be_lowered' | 'tls_missing' | 'charger_root_missing' | 'charger_certificate_missing' | undefined
> {
  const profile = operationRules.profileIn(operation, payload);
  if (profile === undefined) return undefined;
  const { securityProfile = 0, seenProfile = 0 } = (await findProfiles(tx, chargePointId)) ?? {};
  if (profile < securityProfile) return 'profile_would_be_lowered';
  if (profile < 2 || seenProfile >= profile) return undefined;
  if (!hasTls) return 'tls_missing';
  if (seenProfile < 2 && !operationRules.hasServerRoot(await listAppliedStates(tx, chargePointId, 'certificates')))
    return 'charger_root_missing';
  return profile === 3 && !(await hasCertificateInPlace(tx, chargePointId, now))
    ? 'charger_certificate_missing'
    : undefined;
}
