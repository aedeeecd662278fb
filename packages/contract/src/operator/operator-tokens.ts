import * as z from 'zod/mini';
import { shownText } from '../text/shown-text.ts';
import { moment } from './operator-commands.ts';
import { idPage, next } from './operator-network.ts';
import { ok, operatorCall } from './operator.ts';
import { reason } from './staff.ts';

/** Printable characters without spaces, as card readers send them. */
const idTag = z.string().check(z.regex(/^[\x21-\x7e]{1,20}$/));

export const operatorTokens = {
  listChargingTokens: operatorCall('GET', '/tokens', {
    area: 'charging',
    limit: 'read',
    permission: 'tokens.see',
    action: 'token.list',
    stations: 'whole-network',
    summary: 'RFID tags by number: those that charge without paying, and cards of drivers.',
    query: z.object(idPage),
    reply: z.object({
      success: z.literal(true),
      next,
      tokens: z.array(
        z.object({
          id_tag: z.string(),
          label: z.string(),
          /** The driver who owns the card. Null for a tag of the operator. */
          driver_id: z.nullable(z.string()),
          expires_at: z.nullable(z.string()),
          /** The group of the tag. */
          parent_id_tag: z.nullable(z.string()),
          /** True if it may run several charges at once. */
          shared: z.boolean(),
          created_at: z.string(),
          blocked_at: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  addChargingToken: operatorCall('POST', '/tokens', {
    area: 'charging',
    limit: 'write',
    permission: 'tokens.change',
    action: 'token.add',
    stations: 'whole-network',
    summary:
      'Registers a tag that charges without paying, or makes one live again that was blocked; what is not told of its end, its group and `shared` stays as it is, null takes it away. Refused with `token_of_driver` where it is a driver’s card.',
    body: z.object({
      id_tag: idTag,
      label: shownText.check(z.minLength(1), z.maxLength(200)),
      expires_at: z.optional(z.nullable(moment)),
      parent_id_tag: z.optional(z.nullable(idTag)),
      shared: z.optional(z.boolean()),
      reason,
    }),
    reply: ok,
  }),
  blockChargingToken: operatorCall('POST', '/tokens/:id_tag/block', {
    area: 'charging',
    limit: 'write',
    permission: 'tokens.change',
    action: 'token.block',
    stations: 'whole-network',
    summary: 'Blocks a tag: nothing begins with it any more; what runs goes on. Refused with `token_unknown`.',
    params: z.object({ id_tag: z.string() }),
    body: z.object({ reason }),
    reply: ok,
  }),
  unblockChargingToken: operatorCall('POST', '/tokens/:id_tag/unblock', {
    area: 'charging',
    limit: 'write',
    permission: 'tokens.change',
    action: 'token.unblock',
    stations: 'whole-network',
    summary:
      'What the operator has blocked may charge again, also a driver’s card. Refused with `token_unknown`, and with `token_blocked_by_driver` where its driver has blocked it.',
    params: z.object({ id_tag: z.string() }),
    body: z.object({ reason }),
    reply: ok,
  }),
};
