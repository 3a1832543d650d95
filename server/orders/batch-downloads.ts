import { type Transaction } from 'kysely';
import { HOUR_MS } from '#schemas/durations.ts';
import {
  MAX_ORDERS_WITHOUT_APPROVAL,
  RELEASE_HOURS,
  batchProblems,
} from '#schemas/operator/order-batch-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type VendorType } from '#schemas/vendors.ts';
import {
  type ApprovableAction,
  hasSecondPerson,
  lockOperatorForCounting,
  requestApproval,
  SPLIT_WINDOW_MS,
} from '../console/approvals.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { hasRecipients } from './batch-file.ts';

type Trx = Transaction<Database>;

const RIGHT = 'orders.edit';
/** Batches never change, so their approvals stay valid. */
const REV = 1;

interface Batch {
  readonly uuid: string;
  readonly number: number;
  readonly region_id: RegionId;
  readonly type: VendorType;
  readonly orders: number;
}

/** A download that a second person must approve. */
interface DownloadRequest {
  readonly regions: readonly RegionId[];
  readonly batch: number;
  readonly rows: number;
}

interface Downloader {
  readonly operatorId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Downloads a batch, or requests approval. Batches downloaded within a day count together, so that splitting a large
 * batch doesn't avoid the approval.
 * @throws ApiFailure `conflict` if the operator has already requested it
 */
export async function admitDownload(
  trx: Trx,
  batch: Batch,
  { operatorId, now, why }: Downloader & { readonly why: string },
): Promise<string | null> {
  if (!hasRecipients(batch.type)) return null;
  await lockOperatorForCounting(trx, operatorId);
  if (await isReleased(trx, batch, { operatorId, now })) return null;
  const rows = batch.orders;
  const regions = [batch.region_id];
  const isLarge =
    rows + (await countEarlier(trx, batch, { operatorId, now })) > MAX_ORDERS_WITHOUT_APPROVAL;
  const request = { right: RIGHT, regions, requestedBy: operatorId } as const;
  if (!isLarge || !(await hasSecondPerson(trx, request))) {
    const counted_at = new Date(now);
    await trx
      .insertInto('order_batch_downloads')
      .values({ batch_uuid: batch.uuid, operator_id: operatorId, counted_at })
      .onConflict((conflict) =>
        conflict.columns(['batch_uuid', 'operator_id']).doUpdateSet({ counted_at }),
      )
      .execute();
    return null;
  }
  await requireNoneOpen(trx, batch, operatorId);
  return requestApproval(trx, now, {
    act: 'downloadOrderBatch',
    body: { regions, batch: batch.number, rows } satisfies DownloadRequest,
    why,
    regions,
    record: { kind: 'order_batch', id: batch.uuid, rev: REV },
    requestedBy: operatorId,
  });
}

async function isReleased(trx: Trx, { uuid }: Batch, { operatorId, now }: Downloader) {
  const releasedDownload = await trx
    .selectFrom('order_batch_downloads')
    .select('batch_uuid')
    .where('batch_uuid', '=', uuid)
    .where('operator_id', '=', operatorId)
    .where('released_until', '>', new Date(now))
    .executeTakeFirst();
  return releasedDownload !== undefined;
}

/** Counts the orders in the other batches that the operator has downloaded within a day without a second person. */
async function countEarlier(trx: Trx, { uuid }: Batch, { operatorId, now }: Downloader) {
  const { total } = await trx
    .selectFrom('order_batch_downloads as download')
    .innerJoin('order_batches as batch', 'batch.uuid', 'download.batch_uuid')
    .select(({ fn }) => fn.sum<string | null>('batch.orders').as('total'))
    .where('download.operator_id', '=', operatorId)
    .where('download.counted_at', '>', new Date(now - SPLIT_WINDOW_MS))
    .where('download.batch_uuid', '<>', uuid)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

async function requireNoneOpen(trx: Trx, { uuid }: Batch, operatorId: string): Promise<void> {
  const open = await trx
    .selectFrom('operator_approvals')
    .select('uuid')
    .where('record_kind', '=', 'order_batch')
    .where('record_id', '=', uuid)
    .where('requested_by', '=', operatorId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (open) throw new ApiFailure('conflict', { details: { reason: batchProblems.waiting } });
}

/** Approval of a download: it releases the file to the operator who requested it. */
export const batchDownloadApproval: ApprovableAction = {
  right: RIGHT,
  readRev: async (trx, id) => {
    const batch = await trx
      .selectFrom('order_batches')
      .select('uuid')
      .where('uuid', '=', id)
      .executeTakeFirst();
    return batch ? REV : null;
  },
  // Written by `requestApproval` with the same type.
  regionsOf: (body) => (body as DownloadRequest).regions,
  run: async (trx, { recordId, body, requestedBy, services, audit }) => {
    const released_until = new Date(services.clock.now() + RELEASE_HOURS * HOUR_MS);
    await trx
      .insertInto('order_batch_downloads')
      .values({ batch_uuid: recordId, operator_id: requestedBy, released_until })
      .onConflict((conflict) =>
        conflict.columns(['batch_uuid', 'operator_id']).doUpdateSet({ released_until }),
      )
      .execute();
    const [region = null] = (body as DownloadRequest).regions;
    const after = { released_to: requestedBy, released_until: released_until.toISOString() };
    audit({ kind: 'order_batch', id: recordId, region, before: null, after });
  },
};
