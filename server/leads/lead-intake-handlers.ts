import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as v from 'valibot';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { type RegionId } from '#schemas/regions.ts';
import { hashToken, newToken } from '../access/tokens.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Services } from '../services.ts';
import { ApiFailure } from '../http/failure.ts';
import { readRequestFile } from './read-request-file.ts';
import { findReferences, storeRequests } from './store-requests.ts';

/** Sender of the references of all files. */
const FILE = 'file';

/** Reads a file, and finds which of its rows are stored already. */
async function checkFile(
  db: Services['db'],
  { csv, region }: { readonly csv: string; readonly region: RegionId },
  now: number,
) {
  const { requests, problems } = readRequestFile(csv, region, now);
  const references = requests.map(({ reference }) => reference);
  const known = await findReferences(db, { region, sender: FILE }, references);
  return { fresh: requests.filter(({ reference }) => !known.has(reference)), known, problems };
}

const checkLeadRequests: OperatorHandler<typeof operatorCalls.checkLeadRequests> = async (
  { body, operator },
  { db, clock },
) => {
  requireRegion(operator, body.region);
  const { fresh, known, problems } = await checkFile(db, body, clock.now());
  return { new_rows: fresh.length, known_rows: known.size, problems: [...problems] };
};

const importLeadRequests: OperatorHandler<typeof operatorCalls.importLeadRequests> = async (
  { body, operator, audit, runAct },
  { clock },
) => {
  const { region } = body;
  requireRegion(operator, region);
  return runAct(async (trx) => {
    const { fresh, known, problems } = await checkFile(trx, body, clock.now());
    if (problems.length > 0) throw new ApiFailure('invalid_input', { field: 'body.csv' });
    const origin = { region, source: 'file', sender: FILE } as const;
    const stored = await storeRequests(trx, fresh, origin, clock.now());
    for (const id of stored) {
      const after = { state: 'waiting', source: 'file' };
      audit({ kind: 'lead_request', id, region, before: null, after });
    }
    // Rows that another operator stores at the same moment are known, too.
    return { stored: stored.length, known_rows: known.size + fresh.length - stored.length };
  });
};

const listLeadTokens: OperatorHandler<typeof operatorCalls.listLeadTokens> = async (
  { query, operator: { queries } },
  { db },
) => {
  const { region } = query;
  const matching = queries
    .selectFrom('lead_tokens')
    .$if(region !== undefined, (rows) => rows.where('region_id', '=', region ?? 1));
  const cursor = readCursor(query, v.tuple([moment, uuid]));
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      matching
        .selectAll()
        .$if(cursor !== null, (found) =>
          found.where(
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
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  const data = rows.map((row) => ({
    id: row.uuid,
    region: row.region_id,
    name: row.name,
    created_by: nameOf.get(row.created_by) ?? '',
    created_at: row.created_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }));
  return { data, meta: { next, total: await countExactly(db, matching.select('uuid')) } };
};

const createLeadToken: OperatorHandler<typeof operatorCalls.createLeadToken> = async (
  { body: { region, name }, operator, audit, runAct },
  { clock },
) => {
  requireRegion(operator, region);
  let token: string | null = null;
  // The result is stored for repeated requests, so it doesn't have the token.
  const { id } = await runAct(async (trx) => {
    token = newToken();
    const tokenId = randomUUID();
    await trx
      .insertInto('lead_tokens')
      .values({
        uuid: tokenId,
        region_id: region,
        name,
        token_hash: hashToken(token),
        created_by: operator.operatorId,
        created_at: new Date(clock.now()),
      })
      .execute();
    audit({ kind: 'lead_token', id: tokenId, region, before: null, after: { label: name } });
    return { id: tokenId, token: null };
  });
  return { id, token };
};

const revokeLeadToken: OperatorHandler<typeof operatorCalls.revokeLeadToken> = (
  { params: { id }, audit, runAct },
  { clock },
) =>
  runAct(async (trx) => {
    const revoked = await trx
      .updateTable('lead_tokens')
      .set({ revoked_at: new Date(clock.now()) })
      .where('uuid', '=', id)
      .where('revoked_at', 'is', null)
      .returning('region_id')
      .executeTakeFirst();
    // It is revoked already.
    if (!revoked) throw new ApiFailure('conflict');
    const change = { before: { revoked: false }, after: { revoked: true } };
    audit({ kind: 'lead_token', id, region: revoked.region_id, ...change });
    return {};
  });

export const leadIntakeHandlers = {
  checkLeadRequests,
  importLeadRequests,
  listLeadTokens,
  createLeadToken,
  revokeLeadToken,
} satisfies Partial<OperatorHandlers>;
