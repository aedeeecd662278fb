import type { Database } from '#db/database.ts';
import { addToken, blockToken, listTokens, unblockToken, type Token } from '#modules/tokens/index.ts';
import { neededArgument, readOptions, UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { utcDay } from './utc-times.ts';

/** How many rows are read at a time. */
const PAGE_SIZE = 1000;

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

  read(args) {
    const values = readOptions(args, {
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
      expiresAt: readEnd(values.expires),
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

export const tokensList: Command = {
  name: 'tokens list',
  summary: 'Lists RFID tags and drivers’ cards',
  help: 'npm run bijli -- tokens list',

  read(args) {
    readOptions(args, {});
    return async ({ database, say }) => {
      for await (const { idTag, label, driverId, createdAt, blockedAt, expiresAt, parentIdTag } of allTokens(
        database,
      )) {
        const blocked = blockedAt ? `, blocked since ${utcDay(blockedAt)}` : '';
        const until = expiresAt ? `, until ${utcDay(expiresAt)}` : '';
        const group = parentIdTag ? `, ${driverId ? 'card of' : 'of'} ${parentIdTag}` : '';
        say(`${idTag.padEnd(20)}  since ${utcDay(createdAt)}${until}${blocked}${group}  ${label}`);
      }
      return 0;
    };
  },
};

export const tokensBlock: Command = {
  name: 'tokens block',
  action: 'token.block',
  summary: 'Blocks a lost RFID tag or card',
  help: `npm run bijli -- tokens block --tag TAG

No new charge can begin with it. A running charge continues. "tokens unblock" unblocks it.

  --tag   one of "tokens list"`,

  read(args) {
    const values = readOptions(args, { tag: { type: 'string' } });
    const tag = neededArgument(values.tag, 'tag');
    return async ({ database, now, say }) => {
      await blockToken(database, tag, now);
      say(`${tag.toUpperCase()} is blocked.`);
      return 0;
    };
  },
};

export const tokensUnblock: Command = {
  name: 'tokens unblock',
  action: 'token.unblock',
  summary: 'Unblocks an RFID tag or card',
  help: `npm run bijli -- tokens unblock --tag TAG

  --tag   one of "tokens list"`,

  read(args) {
    const values = readOptions(args, { tag: { type: 'string' } });
    const tag = neededArgument(values.tag, 'tag');
    return async ({ database, say }) => {
      await unblockToken(database, tag);
      say(`${tag.toUpperCase()} may charge again.`);
      return 0;
    };
  },
};

async function* allTokens(database: Database): AsyncGenerator<Token> {
  let after: string | undefined;
  do {
    const page = await listTokens(database, { after, limit: PAGE_SIZE });
    yield* page;
    after = page.length === PAGE_SIZE ? page.at(-1)?.idTag : undefined;
  } while (after !== undefined);
}

function readEnd(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  return text === 'never' ? null : readTime(text);
}

function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageError(`--expires must be a date such as 2027-03-31, not ${text}.`);
  return time;
}
