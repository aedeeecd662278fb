import { blockToken } from '#modules/tokens/index.ts';
import { neededArgument, parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';

export const tokensBlock: Command = {
  name: 'tokens block',
  action: 'token.block',
  summary: 'Blocks a lost RFID tag or card',
  help: `npm run bijli -- tokens block --tag TAG

No new charge can begin with it. A running charge continues. "tokens unblock" unblocks it.

  --tag   one of "tokens list"`,

  parse(args) {
    const values = parseOptions(args, { tag: { type: 'string' } });
    const tag = neededArgument(values.tag, 'tag');
    return async ({ database, now, say }) => {
      await blockToken(database, tag, now);
      say(`${tag.toUpperCase()} is blocked.`);
      return 0;
    };
  },
};
