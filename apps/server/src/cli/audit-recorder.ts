import { userInfo } from 'node:os';
import type { Tx } from '#db/database.ts';
import type { AuditEntry, Recorder } from '#http/calls/operator.ts';
import { insertAuditLine } from '#modules/staff/index.ts';

type CommandLineEntry = Pick<AuditEntry, 'at' | 'action'> & Partial<AuditEntry>;

/** Writes into the audit that somebody ran a command here, and who, as far as the machine knows. */
export function auditCommand(tx: Tx, line: CommandLineEntry): Promise<void> {
  const who = { kind: 'command_line', id: null, name: userInfo().username, role: null } as const;
  const nothing = { object: '', reason: '', before: null, after: null, address: '', requestId: '' };
  return insertAuditLine(tx, { who, outcome: 'done', code: null, ...nothing, ...line });
}

/** Creates a recorder for rules that write the audit line of their change themselves. */
export function recorder({ now }: { now: Date }, action: string): Recorder {
  return {
    note: () => undefined,
    record: (tx, { object = '', before = null, after = null } = {}) =>
      auditCommand(tx, { at: now, action, object, before, after }),
  };
}
