import type { Database } from '#db/database.ts';
import { listTokens, type Token } from '#modules/tokens/index.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { utcDay } from '../utc-times.ts';

/** How many rows are read at a time. */
const PAGE_SIZE = 1000;

export const tokensList: Command = {
  name: 'tokens list',
  summary: 'Lists RFID tags and drivers’ cards',
  help: 'npm run bijli -- tokens list',

  parse(args) {
    parseOptions(args, {});
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

async function* allTokens(database: Database): AsyncGenerator<Token> {
  let after: string | undefined;
  do {
    const page = await listTokens(database, { after, limit: PAGE_SIZE });
    yield* page;
    after = page.length === PAGE_SIZE ? page.at(-1)?.idTag : undefined;
  } while (after !== undefined);
}
