import { type Kysely } from 'kysely';
import { type Database } from '#server/db/tables.ts';

/** A row in a file of serial numbers. */
export const serialRow = (index: number, lot = '24A') =>
  `${lot}${String(index).padStart(5, '0')}-0001,GGL,MK06,2070`;

export const serialRows = (count: number, lot?: string) =>
  Array.from({ length: count }, (_item, index) => serialRow(index, lot));

export const serialFile = (lines: readonly string[]) =>
  ['code,type,size,variant', ...lines, ''].join('\n');

/** The registry as rows of a file, in order. */
export async function readRegistry(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('registry')
    .select(['code', 'type', 'size', 'variant'])
    .orderBy('code')
    .execute();
  return rows.map(({ code, type, size, variant }) => [code, type, size, variant].join(','));
}

/** Audited changes to a record, in order. */
export function auditedChanges(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('operator_audit')
    .select(['act', 'before', 'after'])
    .where('kind', '=', 'change')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
}
