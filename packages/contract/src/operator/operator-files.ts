import * as z from 'zod/mini';
import { next, pageQuery } from '../paging.ts';
import { moment } from './operator-commands.ts';
import { ok, operatorCall } from './operator.ts';
import { reason } from './staff.ts';

/** What a charge point uploads on request: its diagnostics, its log (security extension), or its security log. */
export const CHARGER_FILE_KINDS = ['diagnostics', 'log', 'security_log'] as const;
export type ChargerFileKind = (typeof CHARGER_FILE_KINDS)[number];

/** PEM and base64, both of the security extension. Send both or neither. */
const signed = {
  signing_certificate: z.optional(z.string().check(z.maxLength(5_500))),
  signature: z.optional(z.string().check(z.maxLength(800))),
};

const firmware = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  /** Null until the file has arrived. */
  bytes: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  /** True if it is sent with the manufacturer's certificate and signature. */
  is_signed: z.boolean(),
  added_by: z.string(),
  added_at: z.string(),
  retired_at: z.nullable(z.string()),
});

const chargerFile = z.object({
  id: z.string(),
  charger_id: z.string(),
  kind: z.enum(CHARGER_FILE_KINDS),
  command_id: z.string(),
  asked_at: z.string(),
  /** The file name that the charge point chose. Null until it has uploaded the file. */
  name: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  stored_at: z.nullable(z.string()),
});

const chargePoint = { charger_id: z.string() };

export const operatorFiles = {
  listFirmware: operatorCall('GET', '/firmware', {
    area: 'operations',
    limit: 'read',
    permission: 'network.see',
    action: 'firmware.list',
    stations: 'none',
    summary: 'Firmware that charge points can be given, the newest first.',
    query: z.object(pageQuery),
    reply: z.object({ success: z.literal(true), firmware: z.array(firmware), next }),
  }),
  addFirmware: operatorCall('POST', '/firmware', {
    area: 'operations',
    limit: 'write',
    permission: 'chargers.configure',
    action: 'firmware.add',
    stations: 'whole-network',
    summary:
      'Says which firmware is to come; its file is then sent by PUT to `upload_url`, as it is, within an hour. Refused with `signature_incomplete`.',
    body: z.object({
      /** The file name in the address for charge points, such as `T7-2.4.1.bin`. */
      name: z.string().check(z.regex(/^\w[\w.-]{0,99}$/)),
      version: z.string().check(z.minLength(1), z.maxLength(50)),
      ...signed,
      reason,
    }),
    reply: z.object({ success: z.literal(true), firmware, upload_url: z.string() }),
  }),
  retireFirmware: operatorCall('POST', '/firmware/:firmware_id/retire', {
    area: 'operations',
    limit: 'write',
    permission: 'chargers.configure',
    action: 'firmware.retire',
    stations: 'whole-network',
    summary: 'No charge point is given it any more, and its file is deleted. Refused with `firmware_unknown`.',
    params: z.object({ firmware_id: z.string() }),
    body: z.object({ reason }),
    reply: ok,
  }),
  updateFirmware: operatorCall('POST', '/charge-points/:charger_id/update-firmware', {
    area: 'operations',
    limit: 'write',
    permission: 'chargers.configure',
    action: 'charger.update-firmware',
    stations: 'of-charger',
    summary:
      'Has one charge point fetch a firmware and install it; the command tells how far it is. Refused with `firmware_unknown`, `firmware_not_there`, and with `charge_would_be_cut` while a driver charges there, unless it is for later than in an hour.',
    params: z.object(chargePoint),
    body: z.object({
      firmware_id: z.string(),
      /** When the charge point fetches it. Now when missing. */
      retrieve_at: z.optional(moment),
      /** When the charge point installs it. Signed firmware only. */
      install_at: z.optional(moment),
      /** Until when the command waits for a charge point that is offline. */
      deadline: z.optional(moment),
      /** Sends it even while a driver charges there. The charge point may restart at once. */
      force: z.optional(z.boolean()),
      reason,
    }),
    reply: z.object({ success: z.literal(true), command_id: z.string() }),
  }),
  fetchChargerFile: operatorCall('POST', '/charge-points/:charger_id/fetch-file', {
    area: 'operations',
    limit: 'write',
    permission: 'chargers.log',
    action: 'charger.fetch-file',
    stations: 'of-charger',
    summary: 'Has a charge point bring its diagnostics or a log; the file is listed once it is there.',
    params: z.object(chargePoint),
    body: z.object({
      kind: z.enum(CHARGER_FILE_KINDS),
      from: z.optional(moment),
      to: z.optional(moment),
      deadline: z.optional(moment),
      reason,
    }),
    reply: z.object({ success: z.literal(true), command_id: z.string(), file_id: z.string() }),
  }),
  listChargerFiles: operatorCall('GET', '/charge-points/:charger_id/files', {
    area: 'operations',
    limit: 'read',
    permission: 'chargers.log',
    action: 'charger.files',
    stations: 'of-charger',
    summary: 'What a charge point was asked to bring, the newest first.',
    params: z.object(chargePoint),
    query: z.object(pageQuery),
    reply: z.object({ success: z.literal(true), files: z.array(chargerFile), next }),
  }),
  getChargerFile: operatorCall('GET', '/charge-points/:charger_id/files/:file_id', {
    area: 'operations',
    limit: 'read',
    permission: 'chargers.log',
    action: 'charger.file',
    stations: 'of-charger',
    summary:
      'Where a file that a charge point has brought can be fetched for the next hour. Refused with `file_unknown`.',
    params: z.object({ ...chargePoint, file_id: z.string() }),
    reply: z.object({ success: z.literal(true), file: chargerFile, url: z.string() }),
  }),
};
