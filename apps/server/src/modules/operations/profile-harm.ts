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

/** Whether it would send a charge point a lower security profile than it has to come with: it would be locked out. */
export async function lowersProfile(tx: Tx, { rules }: ProfilePorts, asked: Asked): Promise<boolean> {
  const profile = rules.profileIn(asked.operation, asked.payload);
  if (profile === undefined) return false;
  const known = await findProfiles(tx, asked.chargePointId);
  return known !== undefined && profile < known.securityProfile;
}

/** What a charge point would lack if it were sent a security profile now; one that has come with it lacks nothing. */
export async function lackForProfile(
  tx: Tx,
  { rules, hasTls }: ProfilePorts,
  { chargePointId, operation, payload }: Asked,
  now: Date,
): Promise<'tls_missing' | 'charger_root_missing' | 'charger_certificate_missing' | undefined> {
  const profile = rules.profileIn(operation, payload);
  if (profile === undefined || profile < 2) return undefined;
  const known = await findProfiles(tx, chargePointId);
  if (known && known.seenProfile >= profile) return undefined;
  if (!hasTls) return 'tls_missing';
  const isOverTls = known !== undefined && known.seenProfile >= 2;
  if (!isOverTls && !rules.hasServerRoot(await listHoldings(tx, chargePointId, 'certificates')))
    return 'charger_root_missing';
  return profile === 3 && !(await hasCertificateInPlace(tx, chargePointId, now))
    ? 'charger_certificate_missing'
    : undefined;
}
