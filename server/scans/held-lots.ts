import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { nextRev } from '../db/changes.ts';
import { ApiFailure } from '../http/failure.ts';
import { updateProjectSums } from '../projects/project-points.ts';
import { type Services } from '../services.ts';
import { anyText } from './any-of.ts';
import { lotsHeld } from './scan-metrics.ts';
import { writeFlags } from './write-scans.ts';
import { isEnumeration, parseLot } from './enumerated-lots.ts';

/**
 * Holds the lots whose serial numbers the company enumerates, so that the company's scans from these lots need review.
 * Nothing is rejected, so honest users only have to wait. Lots that an operator has released aren't held again.
 * @param lots the lots whose numbers were just looked up
 */
export async function holdEnumeratedLots(
  trx: Transaction<Database>,
  companyId: string,
  lots: readonly string[],
  { clock, logger }: Pick<Services, 'clock' | 'logger'>,
): Promise<void> {
  const rows = await trx
    .selectFrom('asked_codes')
    .select(['lot', 'number', 'available'])
    .where('company_id', '=', companyId)
    .where('lot', '=', anyText(lots))
    .execute();
  const enumeratedLots = [...Map.groupBy(rows, ({ lot }) => lot)].filter(([, lookups]) =>
    isEnumeration(lookups),
  );
  for (const [lot, lookups] of enumeratedLots) {
    const heldLot = await trx
      .insertInto('held_lots')
      .values({
        company_id: companyId,
        lot,
        asked: lookups.length,
        unavailable: lookups.filter(({ available }) => !available).length,
        held_at: new Date(clock.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('lot')
      .executeTakeFirst();
    if (!heldLot) continue;
    lotsHeld.inc();
    logger.warn({ company: companyId, lot, asked: lookups.length }, 'a company enumerates a lot');
  }
}

/** Finds the lots of these codes that are held for the company. */
export async function findHeldLots(
  db: Kysely<Database>,
  companyId: string,
  codes: readonly string[],
): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await db
    .selectFrom('held_lots')
    .select('lot')
    .where('company_id', '=', companyId)
    .where('released_at', 'is', null)
    .where('lot', '=', anyText([...new Set(codes.map((code) => parseLot(code).lot))]))
    .execute();
  return new Set(rows.map(({ lot }) => lot));
}

/**
 * Puts a project's products from held lots into review, even those that were saved before the lot was held. This must
 * be called before the project closes, while the company is locked.
 * @param now milliseconds since 1970
 */
export async function reviewProductsOfHeldLots(
  trx: Transaction<Database>,
  companyId: string,
  projectUuid: string,
  now: number,
): Promise<void> {
  const products = await trx
    .selectFrom('scans')
    .innerJoin('held_lots', (join) =>
      join
        .onRef('held_lots.company_id', '=', 'scans.company_id')
        .on(
          'held_lots.lot',
          '=',
          sql<string>`regexp_replace(scans.serial_number, '[0-9]{1,6}$', '')`,
        ),
    )
    .select('scans.uuid')
    .where('scans.projects_id', '=', projectUuid)
    .where('scans.company_id', '=', companyId)
    .where('scans.deleted', '=', false)
    .where('scans.flag', '=', 'valid')
    .where('held_lots.released_at', 'is', null)
    .execute();
  if (products.length === 0) return;
  const productsInReview = products.map(({ uuid }) => ({
    uuid,
    flag: 'in_review' as const,
    rejection: null,
  }));
  await writeFlags(trx, companyId, productsInReview);
  const rev = await nextRev(trx, companyId);
  const sums = [{ uuid: projectUuid, rev, hasNewScan: false }];
  await updateProjectSums(trx, sums, new Date(now).toISOString());
}

/** Lists held lots, oldest first. */
export function listHeldLots(db: Kysely<Database>) {
  return db
    .selectFrom('held_lots')
    .selectAll()
    .where('released_at', 'is', null)
    .orderBy('held_at')
    .execute();
}

/** Formats a held lot as one line. */
export function formatHeldLot({
  company_id,
  lot,
  asked: lookups,
  unavailable,
  held_at,
}: Awaited<ReturnType<typeof listHeldLots>>[number]): string {
  return [company_id, lot, held_at.toISOString(), `${unavailable} of ${lookups} unavailable`].join(
    '  ',
  );
}

/**
 * Releases a lot on behalf of an operator. From then on, new scans from the lot count immediately. Scans that are
 * already in review are still decided together with their project. Throws `not_found` if the lot isn't held.
 */
export async function releaseLot(
  db: Kysely<Database>,
  { companyId, lot }: { readonly companyId: string; readonly lot: string },
  now: number,
): Promise<void> {
  const releasedLot = await db
    .updateTable('held_lots')
    .set({ released_at: new Date(now) })
    .where('company_id', '=', companyId)
    .where('lot', '=', lot)
    .where('released_at', 'is', null)
    .returning('lot')
    .executeTakeFirst();
  if (!releasedLot) throw new ApiFailure('not_found');
}
