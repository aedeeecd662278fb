import { addToken } from '#modules/tokens/index.ts';
import { neededArgument, parseOptions, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { utcDay } from '../utc-times.ts';

export const tokensAdd: Command = {
  name: 'tokens add',
  action: 'token.add',
  summary: 'Registers an RFID tag that charges without paying',
  help: `npm run bijli -- tokens add --tag TAG --label TEXT [--parent TAG] [--expires TIME] [--shared | --no-shared]

Charges with this tag are free: no wallet, no invoice. If the tag exists, the given options replace its values, the others stay, and it
is unblocked.

  --tag       as the charger reads it, up to 20 characters; case does not matter
  --label     who has it, or what it is for
  --parent    its group: one tag of a group may end a charge that another began; "none" removes it from its group
  --expires   when it stops working, such as 2027-03-31 or 2027-03-31T18:00:00Z; "never" removes this time
  --shared    it may run several charges at once`,

  parse(args) {
    const values = parseOptions(args, {
      tag: { type: 'string' },
      label: { type: 'string' },
      parent: { type: 'string' },
      expires: { type: 'string' },
      shared: { type: 'boolean' },
      'no-shared': { type: 'boolean' },
    });
    const token = {
      idTag: neededArgument(values.tag, 'tag'),
      label: neededArgument(values.label, 'label'),
      parentIdTag: values.parent === 'none' ? null : values.parent,
      expiresAt: parseEnd(values.expires),
      isShared: values['no-shared'] ? false : values.shared,
    };
    return async ({ database, now, say }) => {
      const { expiresAt } = await addToken(database, token, now);
      const hasEnded = expiresAt !== null && expiresAt <= now;
      say(
        `${token.idTag.toUpperCase()} ${hasEnded ? `expired on ${utcDay(expiresAt)}; change that with --expires` : 'may charge from now on and pays nothing'}.`,
      );
      return 0;
    };
  },
};

function parseEnd(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  return text === 'never' ? null : parseTime(text);
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageError(`--expires must be a date such as 2027-03-31, not ${text}.`);
  return time;
}
