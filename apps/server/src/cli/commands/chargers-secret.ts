import { randomBytes } from 'node:crypto';
import { operationRules } from '#adapters/ocpp/calls/operation-rules.ts';
import { hasTls } from '#config/charge-points-config.ts';
import type { Tx } from '#db/database.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { restoreSecret, saveSecret, secretHashOf } from '#modules/network/index.ts';
import { askCommand } from '#modules/operations/index.ts';
import { hasBoughtSession } from '#modules/sessions/index.ts';
import { onlyArgument, parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';

/** The OCPP security whitepaper (A01) asks for 16 to 20 bytes, as hex digits. */
const KEY_BYTES = 20;

export const chargersSecret: Command = {
  name: 'chargers secret',
  action: 'charger.secret',
  summary: 'Gives a charger a new secret, or its last one back',
  help: `npm run bijli -- chargers secret ID [--rotate | --restore]

Creates a secret for a charger and prints it once. Set it in the charger by hand. The old secret no longer works. A secret that
--rotate may have sent still works until the charger connects with the new one.

  --rotate    the running server sends the new secret to the charger (AuthorizationKey) within a day; until it answers both work
  --restore   the earlier secret works again: for a charger that accepted the new one but still connects with the old one`,

  parse(args) {
    const { values, positionals } = parseArguments(args, { rotate: { type: 'boolean' }, restore: { type: 'boolean' } });
    const id = onlyArgument(positionals, 'charger');
    if (values.rotate && values.restore) throw new UsageError('Choose --rotate or --restore.');
    return async ({ database, config, now, say, record }) => {
      /** Makes a change of the secret, and writes it into the audit in the same transaction. */
      const changed = (change: (tx: Tx) => Promise<boolean>) =>
        database.transaction(async (tx) => {
          const isDone = await change(tx);
          if (isDone) await record(tx);
          return isDone;
        });
      if (values.restore) {
        if (!(await changed((tx) => restoreSecret(tx, id))))
          throw new Error(
            `${id} has no earlier secret to restore. Use --rotate, or \`chargers add\` if it was retired.`,
          );
        say(`${id} can connect with its earlier secret again.`);
        return 0;
      }
      const secret = randomBytes(KEY_BYTES).toString('hex');
      if (values.rotate) {
        const ports = { operationRules, hasBoughtSession, hasTls: hasTls(config.chargePoints) };
        const command = await askCommand(database, ports, now, {
          chargePointId: id,
          ...operationRules.secretChange(secret),
          deadlineAt: new Date(now.getTime() + DAY_MS),
          askedBy: 'command line',
          record,
        });
        say(`The server sends ${id} a new secret by command ${command.id}. Nobody needs to know it.`);
        return 0;
      }
      if (!(await changed((tx) => saveSecret(tx, id, secretHashOf(secret)))))
        throw new Error(`There is no charger ${id}.`);
      say(`${id}  secret ${secret}   (kept as a hash; it is not shown again)`);
      return 0;
    };
  },
};
