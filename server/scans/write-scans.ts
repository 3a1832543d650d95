import { sql, type Transaction } from 'kysely';
import { type Scan, type ScanRemoval } from '#schemas/scan.ts';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from './any-of.ts';
import { type ScanState } from './scan-row.ts';

/** A scan to store, with its rev. */
export type ScanWithRev = ScanState & { readonly rev: number };

/**
 * Inserts new scans in one statement.
 * @param creatorId the person who scanned the products
 * @returns uuids of scans that weren't inserted, because another company used the serial number or id first
 */
export async function insertScans(
  trx: Transaction<Database>,
  scans: readonly ScanWithRev[],
  creatorId: string,
): Promise<Set<string>> {
  if (scans.length === 0) return new Set();
  const { rows } = await sql<{ uuid: string }>`
    insert into scans (${columns}, created_by)
    select ${columns}, ${creatorId}::uuid as created_by from ${recordset(scans)}
    -- Always in the same order, so that companies with the same serial numbers can't deadlock.
    order by serial_number, uuid
    on conflict do nothing
    returning uuid`.execute(trx);
  const insertedIds = new Set(rows.map(({ uuid }) => uuid));
  return new Set(scans.map(({ uuid }) => uuid).filter((uuid) => !insertedIds.has(uuid)));
}

/**
 * Stores changed and removed scans.
 * @param previousScans the previous states, by uuid
 */
export async function updateScans(
  trx: Transaction<Database>,
  scans: readonly ScanWithRev[],
  previousScans: ReadonlyMap<string, ScanState>,
): Promise<void> {
  if (scans.length === 0) return;
  const scansWithNewSerials = scans.filter(
    (scan) => scan.serial_number !== previousScans.get(scan.uuid)?.serial_number,
  );
  if (scansWithNewSerials.length > 0) {
    // The serial numbers are cleared first, so that two scans in a batch can swap theirs. Otherwise this would fail,
    // because the index is checked row by row.
    await trx
      .updateTable('scans')
      .set({ serial_number: null })
      .where('uuid', '=', anyUuid(scansWithNewSerials.map(({ uuid }) => uuid)))
      .execute();
  }
  await sql`
    update scans set (${columns}) = (${sql.join(columnNames.map((name) => sql.ref(`next.${name}`)))})
    from ${recordset(scans)}
    where scans.uuid = next.uuid`.execute(trx);
}

/**
 * Stores reviewers' decisions about scans. `updated_at` remains the time of the last edit, because after a restore,
 * devices use this time to determine whether their own edit is newer.
 */
export async function writeFlags(
  trx: Transaction<Database>,
  companyId: string,
  decidedScans: readonly Pick<Scan, 'uuid' | 'flag' | 'rejection'>[],
): Promise<void> {
  if (decidedScans.length === 0) return;
  const firstRev = await nextRevs(trx, companyId, decidedScans.length);
  const rows = decidedScans.map(({ uuid, flag, rejection }, index) => ({
    uuid,
    flag,
    rejection,
    rev: firstRev + index,
  }));
  await sql`
    update scans set flag = decided.flag, rejection = decided.rejection, rev = decided.rev
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as decided(uuid uuid, flag text, rejection jsonb, rev bigint)
    where scans.uuid = decided.uuid`.execute(trx);
}

/** Stores removals of scans that the server never had. */
export async function insertTombstones(
  trx: Transaction<Database>,
  companyId: string,
  removals: readonly ScanRemoval[],
  now: string,
): Promise<void> {
  if (removals.length === 0) return;
  await trx
    .insertInto('scan_tombstones')
    .values(
      removals.map(({ uuid, op_id }) => ({
        company_id: companyId,
        uuid,
        op_id,
        created_at: new Date(now),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const columnTypes = {
  uuid: 'uuid',
  company_id: 'uuid',
  rev: 'bigint',
  op_id: 'uuid',
  deleted: 'boolean',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  projects_id: 'uuid',
  type: 'text',
  size: 'text',
  variant: 'text',
  serial_number: 'text',
  is_unique: 'boolean',
  survey: 'text',
  image_data: 'uuid',
  photo_of: 'text',
  manual: 'boolean',
  time: 'bigint',
  flag: 'text',
  rejection: 'jsonb',
  points: 'integer',
  campaign: 'jsonb',
  campaign_time: 'bigint',
  campaign_level: 'integer',
  tier_points: 'integer',
} as const satisfies Record<keyof ScanWithRev, string>;
const columnNames = Object.keys(columnTypes);
const columns = sql.join(columnNames.map((name) => sql.ref(name)));
const columnDefinitions = sql.join(
  Object.entries(columnTypes).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
);

/** Passes all scans in one JSON parameter. Otherwise, 500 scans would need thousands of parameters, one per column. */
function recordset(scans: readonly ScanWithRev[]) {
  return sql`json_to_recordset(${JSON.stringify(scans)}::json) as next(${columnDefinitions})`;
}
