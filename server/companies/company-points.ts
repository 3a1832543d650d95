import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { ledgerParts, type LedgerPart } from '#schemas/operator/company-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { signedPoints } from '#schemas/ledger.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { type Database } from '../db/tables.ts';
import { correctionState, ledgerChange, ledgerPart } from '../points/ledger-parts.ts';
import { countCorrections } from '../points/point-corrections.ts';

interface Period {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Breaks a balance down into sums over the ledger; `listCompanyLedger` lists the lines behind each sum. */
export const explainCompanyPoints: OperatorHandler<
  typeof operatorCalls.explainCompanyPoints
> = async ({ params: { id }, query }, { db }) => {
  const { from = null, until = null } = query;
  const isBefore = sql<boolean>`(${from}::timestamptz is not null and created_at < ${from}::timestamptz)`;
  const sumWhere = (condition: RawBuilder<boolean>) =>
    sql<string>`coalesce(sum(${ledgerChange}) filter (where ${condition}), 0)`;
  const sumPart = (name: LedgerPart) =>
    sumWhere(sql`${ledgerPart} = ${name} and not ${isBefore}`).as(name);
  const sums = await db
    .selectFrom('ledger')
    .select(sumWhere(isBefore).as('opening'))
    .select(ledgerParts.map(sumPart))
    .select(({ fn }) => fn.min('created_at').as('since'))
    .where('company_id', '=', id)
    .where(sql<boolean>`(${until}::timestamptz is null or created_at < ${until}::timestamptz)`)
    .executeTakeFirstOrThrow();
  const [opening, earned, spent, expired, corrected] = [
    Number(sums.opening),
    ...ledgerParts.map((name) => Number(sums[name])),
  ] as [number, number, number, number, number];
  const balance = opening + earned + spent + expired + corrected;
  const since = sums.since?.toISOString() ?? null;
  const corrections = await countCorrections(db, id);
  return { opening, earned, spent, expired, corrected, balance, corrections, since };
};

export const listCompanyLedger: OperatorHandler<typeof operatorCalls.listCompanyLedger> = async (
  { params: { id }, query },
  { db },
) => {
  const lines = selectLines(db, id, query, query.part);
  const cursor = readCursor(query, v.tuple([moment, uuid]));
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      lines
        .select(['uuid', 'created_at', 'event', 'variation', 'points'])
        .select(['project_uuid', 'order_uuid', ledgerPart.as('part')])
        .select(correctionState.as('correction'))
        .$if(cursor !== null, (query) =>
          query.where(
            sql<boolean>`(created_at, uuid) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`,
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('uuid', 'desc')
        .limit(limit)
        .execute(),
    (row) => [row.created_at.toISOString(), row.uuid],
  );
  const data = rows.map((row) => ({
    id: row.uuid,
    at: row.created_at.toISOString(),
    part: row.part,
    event: row.event,
    variation: row.variation,
    points: signedPoints(row),
    project: row.project_uuid,
    order: row.order_uuid,
    correction: row.correction,
  }));
  return { data, meta: { next, total: await countExactly(db, lines.select('uuid')) } };
};

function selectLines(
  db: Kysely<Database>,
  companyId: string,
  { from, until }: Period,
  onlyPart: LedgerPart | undefined,
) {
  return db
    .selectFrom('ledger')
    .where('company_id', '=', companyId)
    .$if(from !== undefined, (rows) => rows.where('created_at', '>=', new Date(from ?? 0)))
    .$if(until !== undefined, (rows) => rows.where('created_at', '<', new Date(until ?? 0)))
    .$if(onlyPart !== undefined, (rows) => rows.where(ledgerPart, '=', onlyPart ?? 'earned'));
}
