import { type RegionCode, regions } from '#schemas/regions.ts';
import { bracketAt, type TierDefinition } from '#schemas/tier.ts';
import { singlePage } from '../db/bounded-list.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handlers } from '../http/handler.ts';
import { getNextYearStart } from '../points/points-expiry.ts';
import { type Services } from '../services.ts';
import { countProductsOfEarlierYears, countProductsThisYear } from './product-counts.ts';
import { loadYearlyBrackets, loadTierBrackets } from './load-brackets.ts';

export const tierHandlers = {
  async listTiers({ query }, services) {
    const code = regions.find(({ id }) => id === query.region_id)?.code;
    return singlePage(code === undefined ? [] : await loadDefinitions(code, services));
  },

  async listTierProgress({ query, actor }, services) {
    requireOwnCompany(query.installer_company_id, actor);
    const [tiers, counts] = await Promise.all([
      loadDefinitions(actor.region, services),
      countProductsThisYear(services.db, actor.companyId, services.clock.now()),
    ]);
    return singlePage(
      tiers.map((tier_definition) => {
        const progress = counts.get(tier_definition.tier_category) ?? 0;
        const tier_bracket = bracketAt(tier_definition.brackets, progress);
        return { tier_definition, tier_bracket, progress };
      }),
    );
  },

  async listTierHistory({ query, actor }, services) {
    requireOwnCompany(query.installer_company_id, actor);
    const [findBrackets, years] = await Promise.all([
      loadYearlyBrackets(services.db, actor.region),
      countProductsOfEarlierYears(services.db, actor.companyId, services.clock.now()),
    ]);
    return singlePage(
      years.flatMap(({ year, tier_category, products }) => {
        const brackets = findBrackets(tier_category, year);
        if (!brackets) return [];
        const { level } = bracketAt(brackets, products);
        return [{ year, tier_category, level, progress: products }];
      }),
    );
  },
} satisfies Partial<Handlers>;

function requireOwnCompany(id: string, actor: Actor): void {
  if (id.toLowerCase() !== actor.companyId) throw new ApiFailure('not_found');
}

async function loadDefinitions(
  region: RegionCode,
  { db, clock }: Services,
): Promise<TierDefinition[]> {
  const reset_at = getNextYearStart(clock.now()).toISOString();
  return [...(await loadTierBrackets(db, region, clock.now()))].map(
    ([tier_category, { id, brackets }]) => ({
      id,
      tier_category,
      brackets: [...brackets],
      reset_at,
    }),
  );
}
