import type { Database } from '#db/database.ts';
import { addToken, blockToken, listTokens, unblockToken, type Token } from '#modules/tokens/index.ts';
import { neededArgument, readArguments, UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { utcDay } from './utc-times.ts';

/** Read at once. */
const PAGE_SIZE = 1000;

export const tokensAdd: Command = {
  name: 'tokens add',
  action: 'token.add',
  summary: 'Registers an RFID tag that charges without paying',
  help: `npm run bijli -- tokens add --tag TAG --label TEXT [--parent TAG] [--expires TIME] [--shared | --no-shared]

Charges that are started with it at a charger cost nobody anything: no wallet, no invoice. A tag that is there already takes what is
told now, keeps the rest, and is live again if it was blocked.

  --tag       as the charger reads it, up to 20 characters; capitals and small letters are the same
  --label     who has it, or what it is for
  --parent    its group: a charge that one card of it began another may end; none takes it out of its group
  --expires   from when on it may not charge, such as 2027-03-31 or 2027-03-31T18:00:00Z; never takes the end away
  --shared    it may run several charges at once`,

  read(args) {
    const { values } = readArguments(args, {
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
        `${token.idTag.toUpperCase()} ${hasEnded ? `does not charge since ${utcDay(expiresAt)}; --expires moves that` : 'may charge from now on, and pays nothing'}.`,
      );
      return 0;
    };
  },
};

export const tokensList: Command = {
  name: 'tokens list',
  summary: 'Lists the RFID tags: those that charge without paying, and cards of drivers',
  help: 'npm run bijli -- tokens list',

  read(args) {
    readArguments(args, {});
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
  summary: 'Blocks an RFID tag that was lost, also a driver’s card',
  help: `npm run bijli -- tokens block --tag TAG

No charge begins with it any more; one that runs goes on. "tokens unblock" makes it live again.

  --tag   one of "tokens list"`,

  read(args) {
    const { values } = readArguments(args, { tag: { type: 'string' } });
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
  summary: 'Makes an RFID tag live again, also a driver’s card',
  help: `npm run bijli -- tokens unblock --tag TAG

  --tag   one of "tokens list"`,

  read(args) {
    const { values } = readArguments(args, { tag: { type: 'string' } });
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
  if (Number.isNaN(time.getTime())) throw new UsageError(`--expires ${text}: write it as 2027-03-31.`);
  return time;
}
