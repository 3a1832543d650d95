import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { DAY_MS } from '#schemas/durations.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { type RegionId } from '#schemas/regions.ts';
import { hashToken, newToken } from '../access/tokens.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';

const listLeadTokens: OperatorHandler<typeof operatorCalls.listLeadTokens> = async (
  { query, operator: { queries } },
  { db },
) => {
  const { region } = query;
  const matchingTokens = queries
    .selectFrom('lead_tokens')
    .$if(region !== undefined, (rows) => rows.where('region_id', '=', region ?? 1));
  const cursor = readCursor(query, v.tuple([moment, uuid]));
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      matchingTokens
        .selectAll()
        .$if(cursor !== null, (rows) =>
          rows.where(
            sql<boolean>`(created_at, uuid) > (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`,
          ),
        )
        .orderBy('created_at')
        .orderBy('uuid')
        .limit(limit)
        .execute(),
    (row) => [row.created_at.toISOString(), row.uuid],
  );
  const people = await db.selectFrom('operators').select(['id', 'name']).execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const data = rows.map((row) => ({
    id: row.uuid,
    region: row.region_id,
    name: row.name,
    created_by: names.get(row.created_by) ?? '',
    created_at: row.created_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }));
  return { data, meta: { next, total: await countExactly(db, matchingTokens.select('uuid')) } };
};

/**
 * Returns the id of a system's first token; undefined if the system has none yet. Locks the table, so that two
 * concurrent calls can't both create a first token.
 */
async function findSource(trx: Transaction<Database>, region: RegionId, name: string) {
  await sql`lock table lead_tokens in share row exclusive mode`.execute(trx);
  const firstToken = await trx
    .selectFrom('lead_tokens')
    .select(({ fn }) => fn.coalesce('source_id', 'uuid').as('source'))
    .where('region_id', '=', region)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .orderBy('created_at')
    .orderBy('uuid')
    .limit(1)
    .executeTakeFirst();
  return firstToken?.source;
}

const createLeadToken: OperatorHandler<typeof operatorCalls.createLeadToken> = async (
  { body: { region, name, valid_days }, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, region);
  let token: string | null = null;
  // The result is stored for retries, so it doesn't contain the token.
  const { id } = await runAction(async (trx) => {
    token = newToken();
    const tokenId = randomUUID();
    await trx
      .insertInto('lead_tokens')
      .values({
        uuid: tokenId,
        source_id: (await findSource(trx, region, name)) ?? tokenId,
        expires_at: new Date(clock.now() + valid_days * DAY_MS),
        region_id: region,
        name,
        token_hash: hashToken(token),
        created_by: operator.operatorId,
        created_at: new Date(clock.now()),
      })
      .execute();
    audit({
      kind: 'lead_token',
      id: tokenId,
      region,
      before: null,
      after: { label: name, valid_days },
    });
    return { id: tokenId, token: null };
  });
  return { id, token };
};

const revokeLeadToken: OperatorHandler<typeof operatorCalls.revokeLeadToken> = (
  { params: { id }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const revokedToken = await trx
      .updateTable('lead_tokens')
      .set({ revoked_at: new Date(clock.now()) })
      .where('uuid', '=', id)
      .where('revoked_at', 'is', null)
      .returning('region_id')
      .executeTakeFirst();
    // The token has already been revoked.
    if (!revokedToken) throw new ApiFailure('conflict');
    const change = { before: { revoked: false }, after: { revoked: true } };
    audit({ kind: 'lead_token', id, region: revokedToken.region_id, ...change });
    return {};
  });

/** Tokens for systems that send requests. */
export const leadTokenHandlers = {
  listLeadTokens,
  createLeadToken,
  revokeLeadToken,
} satisfies Partial<OperatorHandlers>;
