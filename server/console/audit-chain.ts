import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { MINUTE_MS } from '#schemas/durations.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';

/** Rows that are newer than this are skipped, because open transactions may still insert rows with smaller ids. */
const MIN_AGE_MS = 10 * MINUTE_MS;
/** Rows per query. */
const CHUNK = 2000;

interface Range {
  readonly from: number;
  readonly until: number;
}

/**
 * Hashes the rows of a range together with the hash of the previous range, so that changing, removing or adding a row
 * changes all later hashes.
 */
async function hashRange(
  db: Kysely<Database>,
  previousHash: string,
  { from, until }: Range,
): Promise<{ readonly hash: string; readonly rows: number }> {
  const hash = createHash('sha256').update(previousHash);
  let count = 0;
  for (let after = from - 1; ;) {
    // The database formats the rows, so that the hashed text is the same in PostgreSQL and PGlite, and for every
    // client.
    const { rows } = await sql<{ id: number; line: string }>`
      select id, jsonb_build_array(id, extract(epoch from at), kind, act, of_id, operator_id, session_id, region_id,
        record_kind, record_id, before, after, why_hash, outcome)::text as line
      from operator_audit where id > ${after} and id <= ${until} order by id limit ${CHUNK}`.execute(
      db,
    );
    for (const { line } of rows) hash.update(line).update('\n');
    count += rows.length;
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < CHUNK) break;
    after = lastRow.id;
  }
  return { hash: hash.digest('hex'), rows: count };
}

/** Adds a link to the chain for the rows since the previous link. Safe to run in several processes concurrently. */
export async function extendChain({ db, clock, logger }: Services): Promise<void> {
  const now = clock.now();
  const link = await transact(db, async (trx) => {
    await sql`lock table operator_audit_chain in share row exclusive mode`.execute(trx);
    const previous = await readHead(trx);
    const from = (previous?.until_id ?? 0) + 1;
    const { until } = await trx
      .selectFrom('operator_audit')
      .select(({ fn }) => fn.max('id').as('until'))
      .where('at', '<=', new Date(now - MIN_AGE_MS))
      .executeTakeFirstOrThrow();
    if (until === null || until < from) return null;
    const { hash, rows } = await hashRange(trx, previous?.hash ?? '', { from, until });
    await trx
      .insertInto('operator_audit_chain')
      .values({ from_id: from, until_id: until, rows, hash, at: new Date(now) })
      .execute();
    return { hash, rows, until };
  });
  // The log keeps the hash outside the database, so that a forged chain can be detected.
  if (link !== null) logger.info({ audit: link }, 'audit chain extended');
}

function readHead(db: Kysely<Database>) {
  return db
    .selectFrom('operator_audit_chain')
    .selectAll()
    .orderBy('until_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Recomputes the chain and finds the first range that differs. */
export async function verifyChain({ db }: Pick<Services, 'db'>) {
  const links = await db
    .selectFrom('operator_audit_chain')
    .selectAll()
    .orderBy('until_id')
    .execute();
  let rows = 0;
  let previousHash = '';
  let nextId = 1;
  for (const link of links) {
    const range = { from: link.from_id, until: link.until_id };
    const recomputedRange = await hashRange(db, previousHash, range);
    if (
      recomputedRange.hash !== link.hash ||
      recomputedRange.rows !== link.rows ||
      link.from_id !== nextId
    ) {
      const brokenRange = { from_id: range.from, until_id: range.until };
      return { rows, links: links.length, head: links.at(-1)?.hash ?? null, broken: brokenRange };
    }
    rows += recomputedRange.rows;
    previousHash = link.hash;
    nextId = link.until_id + 1;
  }
  return { rows, links: links.length, head: links.at(-1)?.hash ?? null, broken: null };
}
