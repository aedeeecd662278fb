import * as z from 'zod/mini';
import { COMPLAINT_KINDS } from '../driver/complaints.ts';
import { next, pageQuery } from '../paging.ts';
import { operatorCall } from './operator.ts';

const complaint = z.object({
  reference: z.string(),
  kind: z.enum(COMPLAINT_KINDS),
  station_id: z.string(),
  charger_id: z.nullable(z.string()),
  connector: z.nullable(z.int()),
  booking_id: z.nullable(z.string()),
  comment: z.string(),
  reported_at: z.string(),
});

export const operatorComplaints = {
  listComplaints: operatorCall('GET', '/complaints', {
    area: 'complaints',
    limit: 'read',
    permission: 'complaints.see',
    action: 'complaint.list',
    stations: 'listed',
    summary: 'What drivers report as wrong, newest first.',
    query: z.object({ ...pageQuery, station_id: z.optional(z.string()) }),
    reply: z.object({ success: z.literal(true), complaints: z.array(complaint), next }),
  }),
};
