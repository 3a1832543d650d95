import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';

/** Storage quota for a company's attachments, in bytes. */
export const MAX_COMPANY_ATTACHMENTS_BYTES = 2_000_000_000;
/**
 * An upload's parts are removed if no part has arrived for this long; the device then sends the content from the
 * beginning.
 */
export const UNFINISHED_UPLOAD_TTL_MS = 14 * DAY_MS;

/** Number of uploads per run of the job. */
const BATCH = 200;

/** Removes the parts of uploads that stalled long ago. The attachments stay without content. */
export async function removeUnfinishedUploads({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const cutoff = new Date(clock.now() - UNFINISHED_UPLOAD_TTL_MS);
  await transact(db, async (trx) => {
    const staleUploads = await trx
      .selectFrom('attachment_parts')
      .select('attachment_uuid')
      .distinct()
      .where('received_at', '<', cutoff)
      .where(hasNoLaterPart(cutoff))
      .limit(BATCH)
      .execute();
    const ids = anyUuid(staleUploads.map(({ attachment_uuid }) => attachment_uuid));
    // A part that arrives in the meantime waits for the lock and is then rejected, so the device starts over.
    await trx
      .selectFrom('attachments')
      .select('uuid')
      .where('uuid', '=', ids)
      .orderBy('uuid')
      .forUpdate()
      .execute();
    await trx
      .deleteFrom('attachment_parts')
      .where('attachment_uuid', '=', ids)
      .where(hasNoLaterPart(cutoff))
      .execute();
  });
}

/** True for uploads without parts since the cutoff. */
function hasNoLaterPart(cutoff: Date) {
  return ({ not, exists, selectFrom }: ExpressionBuilder<Database, 'attachment_parts'>) =>
    not(
      exists(
        selectFrom('attachment_parts as later')
          .select('later.start')
          .whereRef('later.attachment_uuid', '=', 'attachment_parts.attachment_uuid')
          .where('later.received_at', '>=', cutoff),
      ),
    );
}

/**
 * Returns the number of bytes that count against a company's quota: those of stored contents, of uploads that have
 * started, and of recently announced attachments.
 * @param now milliseconds since 1970
 */
export async function sumUsedBytes(
  db: Kysely<Database>,
  companyId: string,
  now: number,
): Promise<number> {
  const { used: usedBytes } = await db
    .selectFrom('attachments')
    .select(sql<number | string>`coalesce(sum(bytes), 0)`.as('used'))
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .where((eb) =>
      eb.or([
        eb('has_content', '=', true),
        eb('created_at', '>=', new Date(now - UNFINISHED_UPLOAD_TTL_MS)),
        eb.exists(
          eb
            .selectFrom('attachment_parts')
            .select('start')
            .whereRef('attachment_parts.attachment_uuid', '=', 'attachments.uuid'),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(usedBytes);
}
