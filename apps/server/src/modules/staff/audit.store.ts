import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import type { AuditEntry, AuditOutcome } from '#http/calls/operator.ts';
import { auditLines } from './staff.tables.ts';

/** Filter of the audit. A field that is left out matches anything. */
export interface AuditFilter {
  action?: string | undefined;
  object?: string | undefined;
  /** A name. */
  who?: string | undefined;
  outcome?: AuditOutcome | undefined;
}

export type AuditLine = AuditEntry & { id: number };

const positionId = sql<string>`${auditLines.id}::text`;

export async function insertAuditLine(tx: Tx, { who, ...entry }: AuditEntry): Promise<void> {
  await tx.insert(auditLines).values({ ...entry, whoKind: who.kind, whoId: who.id, whoName: who.name, role: who.role });
}

/** Newest first. */
export async function listAuditLines(
  tx: Tx,
  page: Page,
  { action, object, who, outcome }: AuditFilter,
): Promise<{ rows: AuditLine[]; next?: string }> {
  const rows = await tx
    .select({ row: auditLines, positionId })
    .from(auditLines)
    .where(
      and(
        isAfterCursor(page, auditLines.at, positionId),
        action === undefined ? undefined : eq(auditLines.action, action),
        object === undefined ? undefined : eq(auditLines.object, object),
        who === undefined ? undefined : eq(auditLines.whoName, who),
        outcome === undefined ? undefined : eq(auditLines.outcome, outcome),
      ),
    )
    .orderBy(desc(auditLines.at), desc(inBytes(positionId)))
    .limit(rowsFor(page));
  const cut = takePage(rows, page, (one) => ({ at: one.row.at, id: one.positionId }));
  return { ...cut, rows: cut.rows.map(({ row }) => lineOf(row)) };
}

function lineOf({ whoKind, whoId, whoName, role, ...row }: typeof auditLines.$inferSelect): AuditLine {
  return { ...row, who: { kind: whoKind, id: whoId, name: whoName, role } };
}
