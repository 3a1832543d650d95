import { type Kysely, sql } from 'kysely';
import {
  findTierCategory,
  type TierCategory,
  type TierProductCategory,
} from '#schemas/product-type.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Scan } from '#schemas/scan.ts';
import { bracketAt } from '#schemas/tier.ts';
import { type Database } from '../db/tables.ts';
import { getYearStart } from '../points/points-expiry.ts';
import { loadYearlyBrackets } from './load-brackets.ts';

/** A product, with the times that decide when it counted towards its tier, in milliseconds since 1970. */
interface DatedProduct {
  readonly type: string;
  readonly savedAt: number;
  /**
   * Time of the scan. It's set only for the sender's own products, because these counted on the phone before they were
   * saved.
   */
  readonly scannedAt: number | null;
  /** Time at which it was removed or rejected; null if it counts. */
  readonly removedAt: number | null;
}

/** Data for computing the company's levels since a given time. */
export interface LevelHistory {
  /** Milliseconds since 1970. */
  readonly since: number;
  /**
   * Number of products by tier category that were saved between the start of the year and `since`, and still count.
   */
  readonly countsBefore: ReadonlyMap<TierCategory, number>;
  /** Products that were saved, removed or rejected since that time, by id. */
  readonly products: ReadonlyMap<string, DatedProduct>;
  readonly findBrackets: Awaited<ReturnType<typeof loadYearlyBrackets>>;
}

/**
 * Loads the history of a company's levels.
 * @param sender the person whose own products count from the time of the scan
 */
export async function loadLevelHistory(
  db: Kysely<Database>,
  company: { readonly companyId: string; readonly region: RegionCode },
  sender: string,
  since: number,
): Promise<LevelHistory> {
  const isOfYear = sql`company_id = ${company.companyId} and created_at >= ${getYearStart(since)}`;
  const start = new Date(since);
  const counts = await sql<{ tier_category: TierCategory; products: number }>`
    select tier_category, count(*)::bigint as products
    from scans join product_types using (type)
    where ${isOfYear} and created_at < ${start} and not deleted and flag <> 'rejected'
    group by tier_category`.execute(db);
  const changedScans = await sql<{
    uuid: string;
    type: string;
    created_at: Date;
    scanned_at: number | null;
    removed_at: Date | null;
  }>`
    select * from (
      select uuid, type, created_at,
        case when created_by = ${sender}::uuid then campaign_time end as scanned_at,
        case
          when deleted then updated_at
          when flag = 'rejected' then coalesce((rejection ->> 'decided_at')::timestamptz, updated_at)
        end as removed_at
      from scans where ${isOfYear}
    ) dated where created_at >= ${start} or removed_at >= ${start}`.execute(db);
  return {
    since,
    countsBefore: new Map(counts.rows.map((row) => [row.tier_category, row.products])),
    products: new Map(
      changedScans.rows.map(({ uuid, type, created_at, scanned_at, removed_at }) => {
        const [savedAt, removedAt] = [created_at.getTime(), removed_at?.getTime() ?? null];
        return [uuid, { type, savedAt, scannedAt: scanned_at, removedAt }];
      }),
    ),
    findBrackets: await loadYearlyBrackets(db, company.region),
  };
}

/** A saved scan with the data that decided its campaign. */
type DecidedScan = Pick<Scan, 'uuid' | 'type' | 'created_at'> & {
  readonly campaign_time: number | null;
  readonly campaign_level: number | null;
};

/** Finds the company's level at earlier times while a batch is processed. */
interface LevelFinder {
  /**
   * Returns the company's level at a time, in the category of the product's type. A level that was already stored with
   * the scan stays valid if the category is the same. Null if the category has no levels, or if there is no history.
   */
  levelAt(
    product: Pick<Scan, 'uuid' | 'type'>,
    time: number,
    storedScan?: DecidedScan,
  ): number | null;
  /** Adds a new scan from the batch. */
  add(scan: DecidedScan): void;
}

/** @param history null if no campaign depends on levels */
export function createLevelFinder(
  history: LevelHistory | null,
  categories: readonly TierProductCategory[],
): LevelFinder {
  const findCategory = (type: string) => findTierCategory(categories, type);
  const products = new Map(history?.products);
  return {
    levelAt({ uuid, type }, time, storedScan) {
      const category = findCategory(type);
      if (category === undefined || history === null) return null;
      if (
        storedScan &&
        storedScan.campaign_level !== null &&
        findCategory(storedScan.type) === category
      )
        return storedScan.campaign_level;
      const yearStart = getYearStart(time);
      const brackets = history.findBrackets(category, yearStart.getUTCFullYear());
      if (!brackets) return null;
      const isYearOfHistory = getYearStart(history.since).getTime() === yearStart.getTime();
      const otherProducts = [...products].filter(
        ([id, product]) =>
          id !== uuid &&
          wasCountedAt(product, time, yearStart.getTime()) &&
          findCategory(product.type) === category,
      );
      const countBefore = isYearOfHistory ? (history.countsBefore.get(category) ?? 0) : 0;
      return bracketAt(brackets, countBefore + otherProducts.length).level;
    },
    add({ uuid, type, created_at, campaign_time }) {
      const savedAt = Date.parse(created_at);
      // A product that is already known isn't replaced, because changes and removals apply after the batch's new scans.
      const isKnown = products.has(uuid) || savedAt < (history?.since ?? Infinity);
      if (!isKnown)
        products.set(uuid, { type, savedAt, scannedAt: campaign_time, removedAt: null });
    },
  };
}

/**
 * True if a product counted at a time. By then, it must have been saved or scanned with the sender's phone, and it must
 * not have been removed or rejected.
 */
function wasCountedAt(
  { savedAt, scannedAt, removedAt }: DatedProduct,
  time: number,
  yearStart: number,
): boolean {
  if (removedAt !== null && removedAt <= time) return false;
  // The server counts a product in the year in which it was saved; the phone counted it in the year in which it was
  // scanned.
  return [savedAt, scannedAt ?? savedAt].some((from) => yearStart <= from && from <= time);
}
