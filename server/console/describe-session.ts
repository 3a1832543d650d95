import { type Kysely, sql } from 'kysely';
import type * as v from 'valibot';
import { operatorRights, regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type operatorSession } from '#schemas/operator/session-calls.ts';
import { regions, type RegionCode, type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { type OpenSession, recentUntil } from './operator-sessions.ts';

type Session = v.InferOutput<typeof operatorSession>;

/** Describes a session for the console. */
export async function describeSession(
  db: Kysely<Database>,
  session: Omit<OpenSession, 'id' | 'idleExpiresAt'>,
): Promise<Session> {
  const { operatorId, name, email, strength, grants } = session;
  const passkey = await db
    .selectFrom('operator_passkeys')
    .select('id')
    .where('operator_id', '=', operatorId)
    .limit(1)
    .executeTakeFirst();
  const rights = operatorRights
    .map((right) => ({ right, regions: [...regionsWithRight(grants, right)] }))
    .filter((entry) => entry.regions.length > 0);
  const ids = new Set(rights.flatMap((entry) => entry.regions));
  const until = recentUntil(session);
  return {
    operator: { id: operatorId, name, email },
    strength,
    rights,
    regions: await sortByCompanies(
      db,
      regions.filter(({ id }) => ids.has(id)).map(({ id, code }) => ({ id, code })),
    ),
    recent_until: until === null ? null : new Date(until).toISOString(),
    expires_at: new Date(session.expiresAt).toISOString(),
    needs_passkey: passkey === undefined,
  };
}

/**
 * Countries with at least this many companies rank equally. Counting is limited, because it's repeated whenever a
 * session is described.
 */
const MAX_COMPANIES_COUNTED = 2000;

/** Sorts countries by their number of companies, so that a screen for one country opens with the largest one. */
async function sortByCompanies(
  db: Kysely<Database>,
  ownRegions: readonly { readonly id: RegionId; readonly code: RegionCode }[],
): Promise<Session['regions']> {
  if (ownRegions.length < 2) return [...ownRegions];
  // Each count reads only the country's part of an index.
  const { rows } = await sql<{ region: RegionId; total: number }>`
    select region, (
      select count(*)::int from (
        select from company_search where company_search.region_id = region
        limit ${MAX_COMPANIES_COUNTED}) as counted
    ) as total
    from unnest(${ownRegions.map(({ id }) => id)}::integer[]) as part (region)`.execute(db);
  const totals = new Map(rows.map(({ region, total }) => [region, total]));
  return ownRegions.toSorted((a, b) => (totals.get(b.id) ?? 0) - (totals.get(a.id) ?? 0));
}
