import { listAuditLines, type AuditLine } from '#modules/staff/index.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { belowNewest, limitFrom, onOneLine } from '../listing.ts';

const LINES_LISTED = 50;
const MAX_VALUE_LENGTH = 200;

export const auditList: Command = {
  name: 'audit list',
  summary: 'Lists who did what, and who was refused',
  help: `npm run bijli -- audit list [--who NAME] [--action ACTION] [--object TEXT] [--limit N]

Lists actions, newest first (UTC): who, action, outcome, object, reason, values before and after.

  --who      the e-mail of a person, or the name of a token
  --action   such as staff.invite
  --object   such as "charger FAST-1"
  --limit    how many, ${LINES_LISTED} by default`,

  parse(args) {
    const values = parseOptions(args, {
      who: { type: 'string' },
      action: { type: 'string' },
      object: { type: 'string' },
      limit: { type: 'string' },
    });
    const limit = limitFrom(values.limit, LINES_LISTED);
    const { who, action, object } = values;
    return async ({ database, say }) => {
      const { rows } = await listAuditLines(database, { limit, after: undefined }, { who, action, object });
      for (const row of rows) say(lineOf(row));
      say(belowNewest(rows.length, limit, 'lines'));
      return 0;
    };
  },
};

function lineOf({ at, who, action, outcome, code, object, reason, before, after, address }: AuditLine): string {
  const by = `${who.name || who.kind}${who.role ? ` (${who.role})` : ''}`;
  const end = outcome === 'done' ? '' : `${outcome}${code ? ` ${code}` : ''}`;
  const change = [before, after].map((value) =>
    value === null ? '' : JSON.stringify(value).slice(0, MAX_VALUE_LENGTH),
  );
  const parts = [
    at.toISOString(),
    by,
    action,
    end,
    object,
    reason && `"${reason}"`,
    change.some(Boolean) && change.join(' → '),
    address && `from ${address}`,
  ];
  return parts
    .filter((part) => typeof part === 'string')
    .map(onOneLine)
    .filter(Boolean)
    .join('  ');
}
