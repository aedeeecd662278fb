import * as z from 'zod/mini';
import type { Call, Method } from '../endpoint.ts';

/** The roles of staff, as `bijli staff add` and the console name them. */
export const STAFF_ROLES = ['owner', 'operations', 'finance', 'support', 'technician', 'viewer'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The permissions of staff, and the roles that have each. */
export const PERMISSIONS = {
  /** See stations, charge points, sessions and commands. */
  'network.see': STAFF_ROLES,
  /** Add, change and retire stations and charge points. */
  'network.change': ['owner', 'operations'],
  /** Start, stop, unlock, soft reset, trigger. */
  'chargers.operate': ['owner', 'operations', 'support', 'technician'],
  /** Send every other command to a charge point. */
  'chargers.configure': ['owner', 'operations', 'technician'],
  /** Change secrets, certificates and power limits. */
  'chargers.secure': ['owner', 'operations'],
  /** Read the messages between charge points and the server. */
  'chargers.log': ['owner', 'operations', 'support', 'technician'],
  /** See prices. */
  'tariffs.see': ['owner', 'operations', 'finance'],
  /** Change prices. Finance will get it once a second person can approve a change. */
  'tariffs.change': ['owner'],
  /** See RFID tags that do not pay, and who has them. */
  'tokens.see': ['owner', 'operations', 'support'],
  'tokens.change': ['owner', 'operations'],
  /** Read drivers' complaints. */
  'complaints.see': ['owner', 'operations', 'support', 'technician'],
  /** See payments, refunds and the ledger. */
  'payments.see': ['owner', 'finance', 'support'],
  /** Settle open cases of the books. */
  'payments.change': ['owner', 'finance'],
  /** Approve refunds. */
  'refunds.approve': ['owner', 'finance'],
  /** See orders of the shop. */
  'orders.see': ['owner', 'operations', 'finance', 'support'],
  /** Invite, change and disable staff, and create and revoke API tokens. */
  'staff.manage': ['owner'],
  /** Read the audit. */
  'audit.see': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Permission = keyof typeof PERMISSIONS;

/** The permissions of a role. */
export function permissionsOf(role: StaffRole): Permission[] {
  const all = Object.entries(PERMISSIONS) as [Permission, readonly StaffRole[]][];
  return all.filter(([, roles]) => roles.includes(role)).map(([permission]) => permission);
}

/** What a call of the operator's API defines beside `Call`. A call without these fields does not compile. */
export interface OperatorRules {
  /**
   * The permission that the caller needs. `any`: every role may call. `none`: no sign-in is needed, because the call
   * signs in.
   */
  permission: Permission | 'any' | 'none';
  /** The name of the call in the audit. */
  action: string;
  /**
   * Which stations the call concerns. Credentials can be limited to some stations.
   * - `none`: no station.
   * - `of-charger`, `of-station`: the one of `charger_id` or `station_id` in the path.
   * - `listed`: the handler filters the rows.
   * - `whole-network`: only for credentials without such a limit.
   */
  stations: 'none' | 'of-charger' | 'of-station' | 'listed' | 'whole-network';
}

/** A call of the operator's API. Refusals use HTTP codes. */
export interface OperatorEndpoint extends Call, OperatorRules {
  caller: 'staff';
  refusals: 'by-status';
}

/** The answer of a call that returns nothing else. */
export const ok = z.object({ success: z.literal(true) });

const PREFIX = '/api-v1/operator';

/** Defines a call of staff or their programs, below /api-v1/operator. */
export function operatorCall<
  const M extends Method,
  const F extends Omit<Call, 'method' | 'path' | 'refusals'> & OperatorRules,
>(method: M, path: string, description: F) {
  return { ...description, method, path: `${PREFIX}${path}`, caller: 'staff', refusals: 'by-status' } as F & {
    method: M;
    path: string;
    caller: 'staff';
    refusals: 'by-status';
  };
}

/** True if a path belongs to the operator's API. */
export function isOperatorPath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`);
}
