import { type Kysely, sql } from 'kysely';
import {
  accountFields,
  auditedFields,
  parseAuditedText,
} from '#schemas/operator/audited-fields.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { isSetting } from '#schemas/operator/settings-calls.ts';
import { type Database } from '#server/db/tables.ts';

/**
 * Throws if an action in this database has audited a field that isn't in `auditedFields` or `accountFields`. The
 * console has a label for each of those fields, and would show a general label for others.
 */
export async function requireKnownFields(db: Kysely<Database>): Promise<void> {
  const { rows: auditedRows } = await sql<{ field: string }>`
    select distinct jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as field
    from operator_audit
    where kind = 'change' and act = any(${Object.keys(operatorCalls)})`.execute(db);
  const { rows: changedRows } = await sql<{ field: string }>`
    select distinct jsonb_array_elements_text(fields) as field from account_changes`.execute(db);
  const knownNames: readonly string[] = auditedFields;
  const ofAccounts: readonly string[] = accountFields;
  const unknownNames = [
    ...auditedRows.filter(
      ({ field }) =>
        !knownNames.includes(field) && parseAuditedText(field) === null && !isSetting(field),
    ),
    ...changedRows.filter(({ field }) => !ofAccounts.includes(field)),
  ].map(({ field }) => field);
  if (unknownNames.length > 0)
    throw new Error(`Add to schemas/operator/audited-fields.ts: ${unknownNames.join(', ')}`);
}
