import { type Transaction } from 'kysely';
import { HOUR_MS } from '#schemas/durations.ts';
import {
  MAX_ORDERS_WITHOUT_APPROVAL,
  RELEASE_HOURS,
  batchProblems,
} from '#schemas/operator/order-batch-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type VendorType } from '#schemas/vendors.ts';
import {
  type ApprovableAction,
  lockOperatorForCounting,
  type RequestContext,
  runOrRequestApproval,
  SPLIT_WINDOW_MS,
} from '../console/approvals.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { hasRecipients, writeBatchFile } from './batch-file.ts';

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

interface BatchFile {
  readonly name: string;
  readonly csv: string;
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
export async function downloadOrRequestApproval(trx: Trx, batch: Batch, context: RequestContext) {
  const { number, orders: rows } = batch;
  return runOrRequestApproval(
    trx,
    batchDownloadApproval,
    {
      ...{ act: 'downloadOrderBatch', record: { kind: 'order_batch', id: batch.uuid } },
      body: { regions: [batch.region_id], batch: number, rows },
      approval: (await isLargeDownload(trx, batch, context)) ? 'if_possible' : 'none',
      summary: { batch: number, rows },
    },
    context,
  );
}

async function isLargeDownload(
  trx: Trx,
  batch: Batch,
  { operator: { operatorId }, services }: RequestContext,
): Promise<boolean> {
  if (!hasRecipients(batch.type)) return false;
  await lockOperatorForCounting(trx, operatorId);
  const downloader = { operatorId, now: services.clock.now() };
  if (await isReleased(trx, batch, downloader)) return false;
  return (
    batch.orders + (await countEarlierOrders(trx, batch, downloader)) > MAX_ORDERS_WITHOUT_APPROVAL
  );
}

async function isReleased(
  trx: Trx,
  { uuid }: Pick<Batch, 'uuid'>,
  { operatorId, now }: Downloader,
) {
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
async function countEarlierOrders(trx: Trx, { uuid }: Batch, { operatorId, now }: Downloader) {
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

async function requireNoOpenApproval(trx: Trx, uuid: string, operatorId: string): Promise<void> {
  const openApproval = await trx
    .selectFrom('operator_approvals')
    .select('uuid')
    .where('record_kind', '=', 'order_batch')
    .where('record_id', '=', uuid)
    .where('requested_by', '=', operatorId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (openApproval)
    throw new ApiFailure('conflict', { details: { reason: batchProblems.waiting } });
}

/** Records a download or its release. */
async function recordDownload(
  trx: Trx,
  ids: { readonly batch_uuid: string; readonly operator_id: string },
  time: { readonly counted_at: Date } | { readonly released_until: Date },
): Promise<void> {
  await trx
    .insertInto('order_batch_downloads')
    .values({ ...ids, ...time })
    .onConflict((conflict) => conflict.columns(['batch_uuid', 'operator_id']).doUpdateSet(time))
    .execute();
}

/** Approval of a download: it releases the file to the operator who requested it. */
export const batchDownloadApproval: ApprovableAction<DownloadRequest, BatchFile | null> = {
  right: RIGHT,
  readRev: async (trx, id) => {
    const batch = await trx
      .selectFrom('order_batches')
      .select('uuid')
      .where('uuid', '=', id)
      .executeTakeFirst();
    return batch ? REV : null;
  },
  regionsOf: ({ regions }) => regions,
  validateRequest: (trx, { recordId, requestedBy }) =>
    requireNoOpenApproval(trx, recordId, requestedBy),
  run: async (trx, { recordId, body, requestedBy, isApproved, services, audit }) => {
    const now = services.clock.now();
    const ids = { batch_uuid: recordId, operator_id: requestedBy };
    const [region = null] = body.regions;
    const record = { kind: 'order_batch', id: recordId, region, before: null };
    if (isApproved) {
      const released_until = new Date(now + RELEASE_HOURS * HOUR_MS);
      await recordDownload(trx, ids, { released_until });
      const after = { released_to: requestedBy, released_until: released_until.toISOString() };
      audit({ ...record, after });
      return null;
    }
    const batch = await readBatch(trx, recordId);
    const downloader = { operatorId: requestedBy, now };
    if (hasRecipients(batch.type) && !(await isReleased(trx, batch, downloader)))
      await recordDownload(trx, ids, { counted_at: new Date(now) });
    const { csv, orders } = await writeBatchFile(trx, batch);
    audit({ ...record, after: { downloaded: orders } });
    const name = `${regionCodeOf(batch.region_id)}-${batch.type}-${batch.number}.csv`;
    return { name: name.toLowerCase(), csv };
  },
};

/** Reads a batch that exists. */
export const readBatch = (trx: Trx, id: string): Promise<Batch> =>
  trx.selectFrom('order_batches').selectAll().where('uuid', '=', id).executeTakeFirstOrThrow();
