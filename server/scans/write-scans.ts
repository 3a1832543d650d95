import { sql, type Transaction } from 'kysely';
import { type ScanRemoval } from '#schemas/scan.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from './any-of.ts';
import { type ScanState } from './scan-row.ts';

/** A scan as it is to be stored, with its place in the company's order of changes. */
export type NumberedScan = ScanState & { readonly rev: number };

/**
 * Inserts new scans, all by one statement.
 * @param creatorId who scanned them
 * @returns the uuids that did not go in: another company was faster with the serial number or the id
 */
export async function insertScans(
  trx: Transaction<Database>,
  scans: readonly NumberedScan[],
  creatorId: string,
): Promise<Set<string>> {
  if (scans.length === 0) return new Set();
  const { rows } = await sql<{ uuid: string }>`
    insert into scans (${columns}, created_by)
    select ${columns}, ${creatorId}::uuid as created_by from ${recordset(scans)}
    -- In one order everywhere: two companies with the same pieces wait for each other, never in a circle.
    order by serial_number, uuid
    on conflict do nothing
    returning uuid`.execute(trx);
  const inserted = new Set(rows.map(({ uuid }) => uuid));
  return new Set(scans.map(({ uuid }) => uuid).filter((uuid) => !inserted.has(uuid)));
}

/**
 * Stores changed and removed scans.
 * @param before the same scans as they were, by uuid
 */
export async function updateScans(
  trx: Transaction<Database>,
  scans: readonly NumberedScan[],
  before: ReadonlyMap<string, ScanState>,
): Promise<void> {
  if (scans.length === 0) return;
  const renumbered = scans.filter(
    (scan) => scan.serial_number !== before.get(scan.uuid)?.serial_number,
  );
  if (renumbered.length > 0) {
    // Given up first, so that two scans of a batch can exchange theirs: the index checks row by row.
    await trx
      .updateTable('scans')
      .set({ serial_number: null })
      .where('uuid', '=', anyUuid(renumbered.map(({ uuid }) => uuid)))
      .execute();
  }
  await sql`
    update scans set (${columns}) = (${sql.join(names.map((name) => sql.ref(`next.${name}`)))})
    from ${recordset(scans)}
    where scans.uuid = next.uuid`.execute(trx);
}

/** Remembers removals of what the server never had. */
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

const types = {
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
  points: 'integer',
  tier_points: 'integer',
} as const satisfies Record<keyof NumberedScan, string>;
const names = Object.keys(types);
const columns = sql.join(names.map((name) => sql.ref(name)));
const definition = sql.join(
  Object.entries(types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
);

/** The scans as rows, in one parameter: 500 scans would be 9,500 of them otherwise. */
function recordset(scans: readonly NumberedScan[]) {
  return sql`json_to_recordset(${JSON.stringify(scans)}::json) as next(${definition})`;
}
