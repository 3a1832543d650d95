import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { MAX_ROWS_WITHOUT_APPROVAL } from '#schemas/operator/import-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import {
  type ApprovableAction,
  type RequestContext,
  runOrRequestApproval,
  SPLIT_WINDOW_MS,
} from '../console/approvals.ts';
import { startBulkJob } from '../console/bulk-jobs.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { countImportedRows } from '../imports/count-imported-rows.ts';
import { openCode, sealCode } from '../messages/queue/sealed-code.ts';
import { findWaitingOrders, importCodes } from './voucher-pools.ts';

type Trx = Transaction<Database>;

/** Kind of the pasted codes' record in approvals. */
const PASTE = 'voucher_paste';
/** Purpose of the key that encrypts pasted codes. */
const PURPOSE = 'pasted voucher codes';
/** Pasted codes never change, so their approvals stay valid. */
const REV = 1;

/** Pasted codes, without the codes themselves, which no approval shows. */
interface PasteRequest {
  readonly regions: readonly RegionId[];
  readonly sku: string;
  /** Number of new codes. */
  readonly codes: number;
}

interface Paste {
  readonly region: RegionId;
  readonly sku: string;
  readonly lines: string;
}

/**
 * Imports pasted codes, or requests approval. All rows that an operator imports within a day count together, so that
 * pasting a large file in parts doesn't avoid the approval.
 * @param codes number of new codes
 */
export async function pasteOrRequestApproval(
  trx: Trx,
  { region, sku, lines }: Paste,
  codes: number,
  context: RequestContext,
) {
  const { operator, services } = context;
  const [uuid, now] = [randomUUID(), services.clock.now()];
  const earlierRows = await countImportedRows(trx, null, { now, operator: operator.operatorId });
  await trx
    .insertInto('voucher_pastes')
    .values({
      ...{ uuid, region_id: region, sku, codes, at: new Date(now) },
      sealed_lines: sealCode(services.pepper, uuid, lines, PURPOSE),
      operator_id: operator.operatorId,
    })
    .execute();
  return runOrRequestApproval(
    trx,
    pasteApproval,
    {
      ...{ act: 'importVoucherCodes', record: { kind: PASTE, id: uuid } },
      body: { regions: [region], sku, codes },
      approval: codes + earlierRows > MAX_ROWS_WITHOUT_APPROVAL ? 'if_possible' : 'none',
      summary: { sku, rows: codes },
    },
    context,
  );
}

/** Result of an import, with the number of orders that its job completes. */
type PasteResult = Awaited<ReturnType<typeof importCodes>> & {
  readonly orders: number;
  readonly job: string | null;
};

/** Approval of many pasted codes. */
export const pasteApproval: ApprovableAction<PasteRequest, PasteResult> = {
  right: 'orders.edit',
  readRev: async (trx, id) => {
    const paste = await trx
      .selectFrom('voucher_pastes')
      .select('sealed_lines')
      .where('uuid', '=', id)
      .executeTakeFirst();
    return paste?.sealed_lines ? REV : null;
  },
  regionsOf: ({ regions }) => regions,
  run: async (trx, { recordId, why, requestedBy, sessionId, isApproved, services, audit }) => {
    const now = services.clock.now();
    const {
      region_id: region,
      sku,
      sealed_lines: sealedLines,
    } = await trx
      .selectFrom('voucher_pastes')
      .selectAll()
      .where('uuid', '=', recordId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const lines = openCode(services.pepper, recordId, sealedLines ?? '', PURPOSE);
    // The pepper has changed in the meantime.
    if (lines === null) throw new ApiFailure('conflict');
    await trx
      .updateTable('voucher_pastes')
      .set({ sealed_lines: null, is_approved: isApproved, at: new Date(now) })
      .where('uuid', '=', recordId)
      .execute();
    const importResult = await importCodes({ ...services, db: trx }, { region, sku, lines }, false);
    const { added, unchanged, rejected } = importResult;
    audit({
      ...{ kind: 'voucher_pool', id: `${regionCodeOf(region)} ${sku}`, region },
      ...{ before: null, after: { added, unchanged, rejected } },
    });
    const waitingOrders = await findWaitingOrders(trx, { region, sku }, now);
    if (waitingOrders.length === 0) return { ...importResult, orders: 0, job: null };
    const rows = waitingOrders.map(({ uuid, number }) => ({ recordId: uuid, label: number }));
    const { job, total } = await startBulkJob(
      trx,
      { act: 'completeOrder', why, regions: [region], rows },
      { operator: { operatorId: requestedBy, sessionId }, services, audit },
    );
    return { ...importResult, orders: total, job };
  },
};

/** Deletes pasted codes that no longer count and don't wait for an approval. */
export async function deleteOldPastes(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('voucher_pastes')
    .where('at', '<=', new Date(now - SPLIT_WINDOW_MS))
    .where(
      sql<boolean>`not exists (
        select from operator_approvals where record_kind = ${PASTE} and state = 'open'
          and record_id = voucher_pastes.uuid::text)`,
    )
    .execute();
}
