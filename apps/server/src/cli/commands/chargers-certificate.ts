import { builtInAuthority } from '#adapters/certificates/built-in-authority.ts';
import { findOrCreateRoot, listCertificates, listExpiringCertificates } from '#modules/operations/index.ts';
import { parseArguments, UsageError } from '../arguments.ts';
import { checkChargePointId } from '../check-ids.ts';
import type { Command } from '../command.ts';
import { utcDay } from '../utc-times.ts';

export const chargersCertificate: Command = {
  name: 'chargers certificate',
  summary:
    'Prints the root certificate for chargers, the certificates of one charger, or those that end soon or have ended',
  help: `npm run bijli -- chargers certificate root | ending | list ID

root: prints the root certificate that signs chargers' certificates, as PEM, for InstallCertificate and for servers that check
them. The first call creates it. ending: lists the chargers whose certificate ends within 7 days or has ended, and was
not renewed. list: lists the certificates of a charger, newest first, and whether each was sent (UTC).`,

  parse(args) {
    const { positionals } = parseArguments(args, {});
    const [what, id, ...more] = positionals;
    if (what === 'root' && id === undefined)
      return async ({ database, config, now, say }) => {
        const { organisation } = config.chargePoints;
        if (organisation === undefined)
          throw new Error('The server signs no certificates, because CERTIFICATE_ORGANISATION is none.');
        const { certificate } = await findOrCreateRoot(database, builtInAuthority, { organisation, now });
        say(certificate.trimEnd());
        return 0;
      };
    if (what === 'ending' && id === undefined)
      return async ({ database, now, say }) => {
        const ending = await listExpiringCertificates(database, now);
        for (const { serial, chargePointId, validUntil } of ending)
          say(`${chargePointId}  ${validUntil > now ? 'ends' : 'ended'} ${utcDay(validUntil)}  ${serial}`);
        say(`${ending.length} certificates end within 7 days or have ended.`);
        return 0;
      };
    if (what !== 'list' || id === undefined || more.length > 0)
      throw new UsageError('Use root, ending, or list and one charger.');
    return async ({ database, say }) => {
      await checkChargePointId(database, id);
      const certificates = await listCertificates(database, id);
      for (const { serial, fingerprint, validFrom, validUntil, ...one } of certificates)
        say(`${serial}  ${utcDay(validFrom)} to ${utcDay(validUntil)}  ${stateOf(one)}  SHA-256 ${fingerprint}`);
      say(`${certificates.length} certificates of ${id}.`);
      return 0;
    };
  },
};

function stateOf({
  sending,
  firstUsedAt,
  revokedAt,
}: {
  sending: string | null;
  firstUsedAt: Date | null;
  revokedAt: Date | null;
}) {
  const use = revokedAt
    ? `revoked ${utcDay(revokedAt)}`
    : firstUsedAt
      ? `in use since ${utcDay(firstUsedAt)}`
      : undefined;
  return [sending ?? 'not sent', use].filter(Boolean).join(', ');
}
