import { type Kysely, type Transaction } from 'kysely';
import { type CommentKind, RECORD_ERASED } from '#schemas/operator/comment-calls.ts';
import { type ScopedRecord } from '#schemas/operator/operator-call.ts';
import { isOwner } from '#schemas/roles.ts';
import { isErased, isPersonErased } from '../account/redact-person.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';

export interface CommentedRecord {
  readonly kind: CommentKind;
  /** A uuid in lower case, or the id of a campaign. */
  readonly id: string;
}

/** A record that operators write about. */
interface DescribedRecord {
  readonly kind: CommentKind | ScopedRecord;
  readonly id: string;
}

/**
 * Throws `conflict` if the homeowner's or the person's data has been erased, because a comment or a draft could contain
 * this data again. The lock makes a concurrent erasure wait, so that it doesn't miss the text.
 */
export async function requireUnerased(
  trx: Transaction<Database>,
  record: DescribedRecord,
): Promise<void> {
  if (await isRecordErased(trx, record))
    throw new ApiFailure('conflict', { details: { reason: RECORD_ERASED } });
}

/**
 * True if the company was closed by the erasure of its last owner: it's blocked, has an erased owner and no active one.
 * Within a transaction, this locks the company, so that an erasure waits until the transaction ends.
 */
export async function isClosedByErasure(db: Kysely<Database>, id: string): Promise<boolean> {
  const company = await db
    .selectFrom('companies')
    .select('active')
    .where('id', '=', id)
    .$if(db.isTransaction, (companies) => companies.forShare())
    .executeTakeFirst();
  if (company?.active !== 0) return false;
  const people = await db
    .selectFrom('installers')
    .select(['id', 'name', 'surname', 'role', 'active'])
    .where('company_id', '=', id)
    .execute();
  const owners = people.filter(({ role }) => isOwner(role));
  return owners.some(isErased) && !owners.some(({ active }) => active);
}

async function isRecordErased(
  trx: Transaction<Database>,
  { kind, id }: DescribedRecord,
): Promise<boolean> {
  if (kind === 'installer') return isPersonErased(trx, id);
  if (kind === 'company') return isClosedByErasure(trx, id);
  if (kind === 'chat') {
    const chat = await trx
      .selectFrom('support_chats')
      .select('uuid')
      .where('uuid', '=', id)
      .forShare()
      .executeTakeFirst();
    return chat === undefined;
  }
  if (kind === 'order') {
    const order = await trx
      .selectFrom('orders')
      .select('user_id')
      .where('uuid', '=', id)
      .executeTakeFirst();
    const person = order?.user_id ?? null;
    return person !== null && isPersonErased(trx, person);
  }
  if (kind !== 'lead' && kind !== 'lead_request') return false;
  const request = await trx
    .selectFrom('lead_requests')
    .select('erased_at')
    .where('uuid', '=', (eb) =>
      kind === 'lead_request'
        ? eb.val(id)
        : eb.selectFrom('leads').select('request_id').where('leads.uuid', '=', id),
    )
    .forShare()
    .executeTakeFirst();
  return request !== undefined && request.erased_at !== null;
}
