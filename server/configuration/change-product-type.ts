import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { PRODUCT_TYPE_SCANNED, SHARED_BY_COUNTRIES } from '#schemas/operator/product-type-calls.ts';
import { type TierProductCategory, tierProductCategory } from '#schemas/product-type.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type ApprovableAction, runOrRequestApproval } from '../console/approvals.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { listOpenCountries } from './open-countries.ts';
import { writeProductTypes } from './write-settings.ts';

type TypeFields = Omit<TierProductCategory, 'type'>;

/** A requested change of a product type, which a second person may have to approve. */
interface TypeRequest extends TierProductCategory {
  /** The country that the operator chose, and all countries that have companies. */
  readonly regions: readonly RegionId[];
  /** Null for a new type. */
  readonly status_before: TypeFields['status'] | null;
  readonly tier_category_before: TypeFields['tier_category'] | null;
}

/** Adds or changes a product type, or requests approval. */
export const changeProductType: OperatorHandler<typeof operatorCalls.changeProductType> = async (
  { body: { region, why, before, ...type }, operator, audit, runAction },
  services,
) => {
  requireRegion(operator, region);
  return runAction(async (trx) => {
    const currentType = await lockType(trx, type.type);
    if (!isDeepStrictEqual(currentType, before)) throw new ApiFailure('conflict');
    const openCountries = await listOpenCountries(trx);
    const regions = [...new Set([...openCountries, region])];
    if (regions.some((id) => !operator.regions.includes(id)))
      throw new ApiFailure('forbidden', { details: { reason: SHARED_BY_COUNTRIES } });
    if (await reclassifiesScans(trx, currentType, type))
      throw new ApiFailure('invalid_input', { details: { reason: PRODUCT_TYPE_SCANNED } });
    const { approval } = await runOrRequestApproval(
      trx,
      productTypeApproval,
      {
        ...{ act: 'changeProductType', record: { kind: 'product_type', id: type.type }, region },
        body: {
          ...{ regions, ...type },
          status_before: before?.status ?? null,
          tier_category_before: before?.tier_category ?? null,
        },
        approval: openCountries.length > 0 ? 'if_possible' : 'none',
        summary: { ...type },
      },
      { operator, why, audit, services },
    );
    return { approval };
  });
};

/** Locks the product types, so that none can be changed or added, and reads a type; null if it doesn't exist. */
async function lockType(trx: Transaction<Database>, type: string): Promise<TypeFields | null> {
  await sql`lock table product_types in share row exclusive mode`.execute(trx);
  const row = await trx
    .selectFrom('product_types')
    .select(['status', 'tier_category'])
    .where('type', '=', type)
    .executeTakeFirst();
  return row ?? null;
}

/** True if the change would make scanned products count towards other levels, even in past years. */
async function reclassifiesScans(
  trx: Transaction<Database>,
  currentType: TypeFields | null,
  { type, tier_category }: TierProductCategory,
): Promise<boolean> {
  if (currentType === null || currentType.tier_category === tier_category) return false;
  return (await selectScanOfType(trx, type).executeTakeFirst()) !== undefined;
}

/** Selects any scan of a product type, including deleted scans. */
export function selectScanOfType(db: Kysely<Database>, type: string) {
  return db.selectFrom('scans').select('uuid').where('type', '=', type).limit(1);
}

/** Returns a number that differs for each status and tier category; 0 for a type that doesn't exist. */
function toRev(fields: TypeFields | null): number {
  if (fields === null) return 0;
  const statuses = tierProductCategory.entries.status.options;
  return (statuses.indexOf(fields.status) + 1) * 100 + fields.tier_category;
}

/**
 * Approval of a product type. The approval becomes void if the type changes in the meantime, or another country gets
 * companies.
 */
export const productTypeApproval: ApprovableAction<TypeRequest> = {
  right: 'settings.edit',
  readRev: async (trx, type, request) => {
    const currentType = await lockType(trx, type);
    const openCountries = await listOpenCountries(trx);
    if (openCountries.some((id) => !request.regions.includes(id))) return null;
    return (await reclassifiesScans(trx, currentType, request)) ? null : toRev(currentType);
  },
  regionsOf: ({ regions }) => regions,
  run: async (trx, { body: { regions, type, status, tier_category, ...request }, audit }) => {
    const { status_before, tier_category_before } = request;
    await writeProductTypes(trx, [{ type, status, tier_category }]);
    for (const region of regions)
      audit({
        ...{ kind: 'product_type', id: type, region },
        before:
          status_before === null
            ? null
            : { status: status_before, tier_category: tier_category_before },
        after: { status, tier_category },
      });
  },
};
