import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { redactPerson, type RedactedPerson, redactText } from '../account/redact-person.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';

/**
 * Redacts an erased person in the reasons of console actions, jobs and imports, and in actions pending approval. The
 * audit itself contains no personal data; it keeps the hashes of the original reasons.
 */
export async function redactReasons(
  trx: Transaction<Database>,
  person: RedactedPerson,
  personId: string,
): Promise<number> {
  let count = 0;
  const reasons = await trx
    .selectFrom('operator_reasons as reason')
    .innerJoin('operator_audit as audit', 'audit.id', 'reason.audit_id')
    .select(['reason.audit_id', 'reason.why', 'audit.record_id'])
    .execute();
  for (const { audit_id, why, record_id } of reasons) {
    const newWhy = record_id === personId ? '(erased)' : redactText(why, person);
    if (newWhy === why) continue;
    count += 1;
    await trx
      .updateTable('operator_reasons')
      .set({ why: newWhy })
      .where('audit_id', '=', audit_id)
      .execute();
  }
  const jobs = await trx.selectFrom('bulk_jobs').select(['uuid', 'why']).execute();
  for (const { uuid, why } of jobs) {
    const newWhy = redactText(why, person);
    if (newWhy === why) continue;
    count += 1;
    await trx.updateTable('bulk_jobs').set({ why: newWhy }).where('uuid', '=', uuid).execute();
  }
  const imports = await trx.selectFrom('imports').select(['uuid', 'why', 'file_name']).execute();
  for (const { uuid, why, file_name } of imports) {
    const redactedTexts = {
      why: redactText(why, person),
      file_name: redactText(file_name, person),
    };
    if (redactedTexts.why === why && redactedTexts.file_name === file_name) continue;
    count += 1;
    await trx.updateTable('imports').set(redactedTexts).where('uuid', '=', uuid).execute();
  }
  const approvals = await trx
    .selectFrom('operator_approvals')
    .select(['uuid', 'why', 'body', 'record_id'])
    .execute();
  for (const { uuid, why, body, record_id } of approvals) {
    const newWhy = record_id === personId ? '(erased)' : redactText(why, person);
    const newBody = redactPerson(body, person);
    if (newWhy === why && isDeepStrictEqual(newBody, body)) continue;
    count += 1;
    await sql`
      update operator_approvals set why = ${newWhy}, body = ${toJsonb(newBody)}
      where uuid = ${uuid}`.execute(trx);
  }
  return count;
}
