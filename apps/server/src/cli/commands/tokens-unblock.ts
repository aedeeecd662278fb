import { unblockToken } from '#modules/tokens/index.ts';
import { neededArgument, parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';

export const tokensUnblock: Command = {
  name: 'tokens unblock',
  action: 'token.unblock',
  summary: 'Unblocks an RFID tag or card',
  help: `npm run bijli -- tokens unblock --tag TAG

  --tag   one of "tokens list"`,

  parse(args) {
    const values = parseOptions(args, { tag: { type: 'string' } });
    const tag = neededArgument(values.tag, 'tag');
    return async ({ database, say }) => {
      await unblockToken(database, tag);
      say(`${tag.toUpperCase()} may charge again.`);
      return 0;
    };
  },
};
