import { insertMissingRevocation } from '#modules/operations/index.ts';
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';

export const chargersRevoke: Command = {
  name: 'chargers revoke',
  action: 'charger.revoke',
  summary: 'Revokes a certificate of a charger permanently',
  help: `npm run bijli -- chargers revoke FINGERPRINT

No charger can connect with this certificate any more, whoever signed it. A link that uses it is ended.
The fingerprint is the certificate's SHA-256, which "chargers certificate list ID" shows.`,

  parse(args) {
    const { positionals } = parseArguments(args, {});
    const [written = '', ...more] = positionals;
    const fingerprint = written.replaceAll(':', '').toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(fingerprint) || more.length > 0)
      throw new UsageError('Name one certificate by its SHA-256, 64 hex digits.');
    return async ({ database, now, say, record }) => {
      await database.transaction(async (tx) => {
        await insertMissingRevocation(tx, fingerprint, now);
        await record(tx);
      });
      say(`No charger can connect with ${fingerprint} any more.`);
      return 0;
    };
  },
};
