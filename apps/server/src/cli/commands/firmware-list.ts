import { pageOf } from '#db/pagination.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { belowNewest, limitFrom } from '../listing.ts';
import { openFiles } from '../open-files.ts';
import { utcSecond } from '../utc-times.ts';

const LISTED = 50;

export const firmwareList: Command = {
  name: 'firmware list',
  summary: 'Lists firmware files',
  help: `npm run bijli -- firmware list [--limit N]

Lists firmware, newest first: id, name, version, size, SHA-256.

  --limit  how many, ${LISTED} by default`,

  parse(args) {
    const values = parseOptions(args, { limit: { type: 'string' } });
    const limit = limitFrom(values.limit, LISTED);
    return async (context) => {
      const { rows } = await openFiles(context).listFirmware(pageOf({ limit: String(limit) }));
      for (const { id, name, version, bytes, sha256, signature, retiredAt } of rows) {
        const size = bytes === null ? 'file not yet uploaded' : `${bytes} bytes  ${sha256}`;
        const more = `${signature === null ? '' : '  signed'}${retiredAt ? `  retired ${utcSecond(retiredAt)}` : ''}`;
        context.say(`${id}  ${name} ${version}  ${size}${more}`);
      }
      context.say(belowNewest(rows.length, limit, 'firmware'));
      return 0;
    };
  },
};
