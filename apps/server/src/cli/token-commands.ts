import { addToken, blockToken, listTokens } from '#modules/tokens/index.ts';
import { neededArgument, readArguments } from './arguments.ts';
import type { Command } from './command.ts';

export const tokensAdd: Command = {
  name: 'tokens add',
  action: 'token.add',
  summary: 'Registers an RFID tag that charges without paying',
  help: `npm run bijli -- tokens add --tag TAG --label TEXT

Charges that are started with it at a charger cost nobody anything: no wallet, no invoice. It may run several at once. A tag that is
there already takes the new label, and is live again if it was blocked.

  --tag     as the charger reads it, up to 20 characters; capitals and small letters are the same
  --label   who has it, or what it is for`,

  read(args) {
    const { values } = readArguments(args, { tag: { type: 'string' }, label: { type: 'string' } });
    const token = { idTag: neededArgument(values.tag, 'tag'), label: neededArgument(values.label, 'label') };
    return async ({ database, now, say }) => {
      await addToken(database, token, now);
      say(`${token.idTag.toUpperCase()} may charge from now on, and pays nothing.`);
      return 0;
    };
  },
};

export const tokensList: Command = {
  name: 'tokens list',
  summary: 'Lists the RFID tags that charge without paying',
  help: 'npm run bijli -- tokens list',

  read(args) {
    readArguments(args, {});
    return async ({ database, say }) => {
      for (const { idTag, label, createdAt, blockedAt } of await listTokens(database)) {
        const blocked = blockedAt ? `, blocked since ${dayOf(blockedAt)}` : '';
        say(`${idTag.padEnd(20)}  since ${dayOf(createdAt)}${blocked}  ${label}`);
      }
      return 0;
    };
  },
};

export const tokensBlock: Command = {
  name: 'tokens block',
  action: 'token.block',
  summary: 'Blocks an RFID tag that was lost',
  help: `npm run bijli -- tokens block --tag TAG

No charge begins with it any more; one that runs goes on. "tokens add" makes it live again.

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

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
