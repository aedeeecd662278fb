import * as z from 'zod/mini';
import type { Call, Method } from './endpoint.ts';

/** What staff are, as `bijli staff add` and the console name it. */
export const STAFF_ROLES = ['owner', 'operations', 'finance', 'support', 'technician', 'viewer'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What staff may be allowed to do, and the roles that are. */
export const PERMISSIONS = {
  /** Look at stations, charge points, sessions and commands. */
  'network.see': STAFF_ROLES,
  /** Add, change and retire stations and charge points. */
  'network.change': ['owner', 'operations'],
  /** Start, stop, unlock, soft reset, trigger. */
  'chargers.operate': ['owner', 'operations', 'support', 'technician'],
  /** Every other operation of a charge point. */
  'chargers.configure': ['owner', 'operations', 'technician'],
  /** Secrets, certificates and limits of power. */
  'chargers.secure': ['owner', 'operations'],
  /** Read what charge points and the server say to each other. */
  'chargers.log': ['owner', 'operations', 'support', 'technician'],
  /** Look at prices. */
  'tariffs.see': ['owner', 'operations', 'finance'],
  /** Change prices; finance will, once a second person can approve it. */
  'tariffs.change': ['owner'],
  /** Look at RFID tags that pay nothing, and who has them. */
  'tokens.see': ['owner', 'operations', 'support'],
  'tokens.change': ['owner', 'operations'],
  /** Read what drivers report as wrong. */
  'complaints.see': ['owner', 'operations', 'support', 'technician'],
  /** Look at payments, refunds and the ledger. */
  'payments.see': ['owner', 'finance', 'support'],
  /** Settle what the books leave open. */
  'payments.change': ['owner', 'finance'],
  /** Give money back. */
  'refunds.approve': ['owner', 'finance'],
  /** Look at orders of the shop. */
  'orders.see': ['owner', 'operations', 'finance', 'support'],
  /** Invite staff, change and disable them, make and revoke API tokens. */
  'staff.manage': ['owner'],
  /** Read the audit. */
  'audit.see': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Permission = keyof typeof PERMISSIONS;

/** What a role may do. */
export function permissionsOf(role: StaffRole): Permission[] {
  const all = Object.entries(PERMISSIONS) as [Permission, readonly StaffRole[]][];
  return all.filter(([, roles]) => roles.includes(role)).map(([permission]) => permission);
}

/** What a call of the operator's API must say beside what every call says: without it, it has no type. */
export interface OperatorRules {
  /** What who calls must be allowed; `any` role will do, or `none` is needed because the call signs in. */
  permission: Permission | 'any' | 'none';
  /** What the audit calls it. */
  action: string;
  /**
   * Which stations it concerns, for credentials that are bound to some: none at all; that of `charger_id` or `station_id` in the
   * path; each row that it lists, which the handler sees to; or the network as a whole, which only those may who are bound to none.
   */
  stations: 'none' | 'of-charger' | 'of-station' | 'listed' | 'whole-network';
}

/** A call of the operator's API. Refusals have an HTTP status. */
export interface OperatorEndpoint extends Call, OperatorRules {
  caller: 'staff';
  refusals: 'by-status';
}

/** The answer to a call of the operator's that has nothing more to say. */
export const ok = z.object({ success: z.literal(true) });

const PREFIX = '/api-v1/operator';

/** A call of staff or their programs, below /api-v1/operator. */
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

/** Whether a path belongs to the operator's API. */
export function isOperatorPath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`);
}
