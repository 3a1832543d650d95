import { sql, type Transaction } from 'kysely';
import { type OrderResponse, orderStatuses } from '#schemas/order.ts';
import { orderProblems } from '#schemas/operator/order-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { recordAction, recordOutcome } from '../console/audit.ts';
import { type AuditedChange } from '../console/operator-handler.ts';
import { findOwnCompany } from '../console/own-company.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { decideByOperator } from '../orders/decide-by-operator.ts';
import { decisionStatus, lockOrder } from '../orders/decide-order.ts';
import { openResponse } from '../orders/sealed-response.ts';
import { loadAssignedNumbers, loadVouchers, type VoucherStore } from '../orders/voucher-store.ts';
import { anyText } from '../scans/any-of.ts';
import { type BatchResult, type Rejection } from '../setup/list-batch.ts';
import { type AnswerRow, answerReasons, readAnswerRow, reject } from './answer-row.ts';
import { type ImportKind, type ImportOrigin, maskCell } from './import-kind.ts';

type Trx = Transaction<Database>;

/** A vendor's answers about a country's orders. */
export const answerImport: ImportKind = {
  plan: async (db, origin, rows) => {
    const { added, unchangedCount, rejected } = await planAnswers(
      { db, voucherKeys: origin.services.voucherKeys },
      origin,
      rows,
    );
    return {
      added: added.map(({ index, order, ...answer }) => ({
        ...{ index, key: order },
        values: JSON.stringify(answer),
        ...(answer.response !== null && { uniqueValue: answer.response.number }),
      })),
      result: { added: added.length, unchanged: unchangedCount, rejected },
      duplicateReason: answerReasons.twice,
      conflictReason: answerReasons.code_given,
    };
  },
  write: writeAnswers,
  // Each order is decided in its own transaction, as if an operator had decided it alone.
  isOneByOne: true,
  isSecret: true,
  shownFields: ([order = '', result = '', number = '', expires = '', password = '', ...others]) => [
    ...[order, result, maskCell(number), expires, maskCell(password)],
    ...others,
  ],
  // Any column may contain the codes.
  shownCell: maskCell,
};

function getImportRegion({ region }: Pick<ImportOrigin, 'region'>): RegionId {
  if (region === null) throw new Error('An import of answers has no country.');
  return region;
}

interface PlannedAnswers {
  /** Orders that would be decided. */
  readonly added: readonly (AnswerRow & { readonly uuid: string })[];
  /** Number of orders that already have the same answer. */
  readonly unchangedCount: number;
  readonly rejected: Rejection[];
}

async function planAnswers(
  store: VoucherStore,
  origin: ImportOrigin,
  rows: readonly (readonly string[])[],
): Promise<PlannedAnswers> {
  const region = getImportRegion(origin);
  const ownCompany = await findOwnCompany(store.db, origin.operatorId);
  const parsedRows = rows.map((fields, index) => readAnswerRow(index, fields));
  const validRows = parsedRows.filter((row) => 'decision' in row);
  const orders = await loadOrders(store, region, validRows);
  const assignedNumbers = await findAssignedNumbers(store, region, validRows);
  const added = new Map<string, AnswerRow & { readonly uuid: string }>();
  const codes = new Set<string>();
  const rejected: Rejection[] = [];
  let unchangedCount = 0;
  for (const row of parsedRows) {
    const earlierAnswer = 'decision' in row ? added.get(row.order) : undefined;
    const verdict =
      'decision' in row
        ? earlierAnswer
          ? validateRepeatedRow(earlierAnswer, row)
          : validateRow(row, orders.get(row.order), { assignedNumbers, ownCompany })
        : row;
    if (verdict === 'unchanged') unchangedCount += 1;
    else if (verdict !== 'new') rejected.push(verdict);
    else if ('decision' in row) {
      const { number = null } = row.response ?? {};
      if (number !== null && codes.has(number)) rejected.push(reject(row.index, 'code_given'));
      else added.set(row.order, { ...row, uuid: orders.get(row.order)?.uuid ?? '' });
      if (number !== null) codes.add(number);
    }
  }
  return { added: [...added.values()], unchangedCount, rejected };
}

type Verdict = 'new' | 'unchanged' | Rejection;
type AnsweredOrder =
  Awaited<ReturnType<typeof loadOrders>> extends Map<string, infer Order> ? Order : never;

function validateRepeatedRow(
  { uuid: _uuid, ...earlier }: AnswerRow & { uuid: string },
  row: AnswerRow,
): Verdict {
  const { index } = row;
  const isSame = JSON.stringify({ ...earlier, index }) === JSON.stringify(row);
  return isSame ? 'unchanged' : reject(index, 'twice');
}

function validateRow(
  row: AnswerRow,
  order: AnsweredOrder | undefined,
  {
    assignedNumbers,
    ownCompany,
  }: { readonly assignedNumbers: ReadonlySet<string>; readonly ownCompany: string | null },
): Verdict {
  const { index, decision, response } = row;
  if (order === undefined) return reject(index, 'unknown_order');
  if (order.company_id === ownCompany) return reject(index, 'own_company');
  const kind = productKindOf(order.type);
  if (response !== null && kind !== 'digital') return reject(index, 'not_voucher');
  if (response === null && kind === 'digital' && decision === 'complete')
    return reject(index, 'missing_code');
  if (row.reason === null && kind === 'top-up' && decision === 'fail')
    return reject(index, 'reason_needed');
  if (order.status === decisionStatus(decision))
    return isSameAnswer(row, order) ? 'unchanged' : reject(index, 'answered_differently');
  if (kind === 'card' && decision === 'complete') return reject(index, 'card_needed');
  if (order.status === orderStatuses.positive) return reject(index, 'answered_differently');
  if (order.status !== orderStatuses.approved) return reject(index, 'not_approved');
  return response !== null && assignedNumbers.has(response.number)
    ? reject(index, 'code_given')
    : 'new';
}

function isSameAnswer({ decision, response, reference, reason }: AnswerRow, order: AnsweredOrder) {
  if (reference !== null && reference !== order.reference) return false;
  if (decision === 'fail') return reason === order.reason;
  const { stored } = order;
  if (response === null || stored === null) return response === stored;
  const serialise = ({ number, expiresAt, password }: OrderResponse) =>
    JSON.stringify([number, expiresAt, password]);
  return serialise(response) === serialise(stored);
}

async function loadOrders(
  { db, voucherKeys }: VoucherStore,
  region: RegionId,
  rows: readonly AnswerRow[],
) {
  const foundOrders = await db
    .selectFrom('orders')
    .leftJoin('order_references', 'order_references.order_uuid', 'orders.uuid')
    .select(['uuid', 'company_id', 'number', 'type', 'status', 'reason', 'response', 'reference'])
    .where('number', '=', anyText(rows.map(({ order }) => order)))
    .where('region_id', '=', region)
    .where('deleted', '=', false)
    .execute();
  return new Map(
    foundOrders.map((order) => [
      order.number,
      { ...order, stored: openResponse(voucherKeys, order) },
    ]),
  );
}

/** Finds the numbers in these rows that are already assigned to one of the country's orders. */
async function findAssignedNumbers(
  store: VoucherStore,
  region: RegionId,
  rows: readonly AnswerRow[],
): Promise<ReadonlySet<string>> {
  const code = regionCodeOf(region);
  const numbers = rows.flatMap(({ response }) => response?.number ?? []);
  const assignedNumbers = await loadAssignedNumbers(store, code, numbers);
  const codes = await loadVouchers(store, code, numbers);
  const usedCodes = [...codes.values()].filter(({ order_uuid }) => order_uuid !== null);
  return new Set([...assignedNumbers, ...usedCodes.map(({ number }) => number)]);
}

/** Decides the order in the only row of a step. */
async function writeAnswers(
  trx: Trx,
  origin: ImportOrigin,
  rows: readonly (readonly string[])[],
): Promise<BatchResult> {
  const store = { db: trx, voucherKeys: origin.services.voucherKeys };
  const firstPlan = await planAnswers(store, origin, rows);
  // The orders are locked now, so no other decision can come between the second check and the decision below.
  for (const { uuid } of firstPlan.added) await lockOrder(trx, uuid);
  const { added, unchangedCount, rejected } = await planAnswers(store, origin, rows);
  const failures: Rejection[] = [];
  for (const row of added) {
    const problem = await decide(trx, origin, row);
    if (problem !== null) failures.push(reject(row.index, problem));
  }
  return {
    added: added.length - failures.length,
    unchanged: unchangedCount,
    rejected: [...rejected, ...failures],
  };
}

/**
 * Decides an order in the same way as an operator's single action, and audits it in the same way.
 * @returns the reason why the order can't be decided; null if it was decided
 */
async function decide(
  trx: Trx,
  { operatorId, sessionId, why, services, region }: ImportOrigin,
  { uuid, decision, response, reference, reason }: AnswerRow & { readonly uuid: string },
): Promise<'code_given' | 'not_approved' | null> {
  const changes: AuditedChange[] = [];
  const audit = (change: AuditedChange) => void changes.push(change);
  const input = {
    decision,
    ...(response !== null && { response }),
    ...(reason !== null && { reason }),
  };
  await sql`savepoint answer`.execute(trx);
  try {
    await decideByOperator(trx, uuid, input, { services, audit });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    await sql`rollback to savepoint answer`.execute(trx);
    const isAlreadyAssigned = error.errors[0]?.reason === orderProblems.codeGiven;
    return isAlreadyAssigned ? 'code_given' : 'not_approved';
  }
  if (reference !== null) {
    await trx
      .insertInto('order_references')
      .values({ order_uuid: uuid, reference })
      .onConflict((conflict) => conflict.column('order_uuid').doUpdateSet({ reference }))
      .execute();
    audit({ kind: 'order', id: uuid, region, before: null, after: { reference } });
  }
  const now = services.clock.now();
  const name = decision === 'complete' ? 'completeOrder' : 'failOrder';
  const record = { kind: 'order', id: uuid };
  const action = { kind: 'act', act: name, operatorId, sessionId, region, record, why } as const;
  const id = await recordAction(trx, now, action);
  await recordOutcome(trx, now, { id, name, operatorId, changes, outcome: 'done' });
  return null;
}
