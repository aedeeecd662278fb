import * as z from 'zod/mini';
import { done, ownCall } from '../endpoint.ts';
import { shownText } from '../text/shown-text.ts';

/** What can be wrong with a charger, in the order in which it is offered. */
export const COMPLAINT_KINDS = [
  'does_not_start',
  'stops_early',
  'damaged',
  'blocked',
  'wrong_place',
  'payment',
  'other',
] as const;
export type ComplaintKind = (typeof COMPLAINT_KINDS)[number];
/** The longest comment, in characters, without spaces at its ends. */
export const MAX_COMPLAINT_COMMENT_LENGTH = 1000;

export const complaints = {
  fileComplaint: ownCall('POST', '/api-v1/user/report-fault', {
    area: 'complaints',
    limit: 'write',
    summary: 'Tells the operator that something is wrong with a station, a charger or a charge.',
    body: z.object({
      property_id: z.string(),
      charger_id: z.optional(z.string()),
      /** The `connector_id` of one of the station's connectors. */
      connector_id: z.optional(z.string()),
      /** One of the driver's own charges at this station. */
      booking_id: z.optional(z.string()),
      kind: z.enum(COMPLAINT_KINDS),
      /** At most MAX_COMPLAINT_COMMENT_LENGTH characters. May be empty unless the kind is `other`. */
      comment: shownText,
    }),
    reply: z.extend(done, {
      /** The reference to give when asking about the complaint. */
      reference: z.string(),
    }),
  }),
};
