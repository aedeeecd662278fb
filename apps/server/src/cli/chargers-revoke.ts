import { saveRevoked } from '#modules/operations/index.ts';
import { readArguments, UsageError } from './arguments.ts';
import type { Command } from './command.ts';

export const chargersRevoke: Command = {
  name: 'chargers revoke',
  action: 'charger.revoke',
  summary: 'Refuses a certificate of a charger for ever',
  help: `npm run bijli -- chargers revoke FINGERPRINT

No charger may come with this certificate from now on, whoever has signed it, and a link that came
with it is ended. The fingerprint is its SHA-256, as chargers certificate list ID shows it.`,

  read(args) {
    const { positionals } = readArguments(args, {});
    const [written = '', ...more] = positionals;
    const fingerprint = written.replaceAll(':', '').toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(fingerprint) || more.length > 0)
      throw new UsageError('Name one certificate by its SHA-256, 64 digits of hex.');
    return async ({ database, now, say, record }) => {
      await database.transaction(async (tx) => {
        await saveRevoked(tx, fingerprint, now);
        await record(tx);
      });
      say(`No charger may come with ${fingerprint} any more.`);
      return 0;
    };
  },
};
