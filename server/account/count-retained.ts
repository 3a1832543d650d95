import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database } from '../db/tables.ts';

/** Number of rows of each kind that an erasure keeps, and the reason for keeping them. */
export interface RetainedRows {
  readonly reason: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A kind of row: the table, and the SQL condition for the rows that belong to a person. */
interface Kind {
  readonly table: keyof Database;
  readonly belongsTo: (personId: string) => RawBuilder<unknown>;
}

const hasColumn =
  (...columns: readonly string[]) =>
  (personId: string) =>
    sql.join(
      columns.map((column) => sql`${sql.ref(column)} = ${personId}`),
      sql` or `,
    );

/** A handover sheet and its PDF have the same id as the attachment that contains the signature. */
const isSignedBy = (personId: string) =>
  sql`uuid in (select uuid from attachments where created_by = ${personId})`;

const retainedKinds: readonly {
  readonly reason: string;
  readonly kinds: Readonly<Record<string, Kind>>;
}[] = [
  {
    reason: 'with the person’s id only, for points, warranty and accounting',
    kinds: {
      // A colleague's entry may include the person's share.
      ledger: {
        table: 'ledger',
        belongsTo: (personId) =>
          sql`created_by = ${personId} or people @> ${JSON.stringify([{ uuid: personId }])}::jsonb`,
      },
      projects: { table: 'projects', belongsTo: hasColumn('created_by', 'closed_by') },
      scans: { table: 'scans', belongsTo: hasColumn('created_by') },
      certificates: { table: 'warranty_certificates', belongsTo: hasColumn('user_id') },
    },
  },
  {
    reason: 'with the person’s id only, as the company’s evidence from the site',
    kinds: { attachments: { table: 'attachments', belongsTo: hasColumn('created_by') } },
  },
  {
    reason: 'unchanged, as evidence of a handover that the homeowner signed',
    kinds: {
      'handover sheets': { table: 'handovers', belongsTo: isSignedBy },
      'handover documents': { table: 'handover_documents', belongsTo: isSignedBy },
    },
  },
  {
    reason: 'until they expire, because the links share the company’s photos',
    kinds: {
      'photo links': {
        table: 'photo_shares',
        belongsTo: (personId) =>
          sql`exists (select from attachments
            where attachments.project_id = photo_shares.project_id
              and attachments.created_by = ${personId} and photos ? attachments.uuid::text)`,
      },
    },
  },
  {
    reason: 'with the person’s id only, as a record of who did what',
    kinds: {
      'moved leads': { table: 'leads', belongsTo: hasColumn('mover_id') },
      'account changes': { table: 'account_changes', belongsTo: hasColumn('installer_id') },
    },
  },
];

/** Counts the rows that remain after a person is erased. */
export async function countRetained(
  db: Kysely<Database>,
  personId: string,
): Promise<RetainedRows[]> {
  const retainedRows: RetainedRows[] = [];
  for (const { reason, kinds } of retainedKinds) {
    const counts: Record<string, number> = {};
    for (const [name, { table, belongsTo }] of Object.entries(kinds)) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)} where ${belongsTo(personId)}`.execute(
        db,
      );
      counts[name] = rows[0]?.count ?? 0;
    }
    retainedRows.push({ reason, counts });
  }
  return retainedRows;
}
