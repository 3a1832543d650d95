import { type Kysely } from 'kysely';
import { type Configuration, type RejectionReason } from '#schemas/configuration.ts';
import { type RegionCode, type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type SurveyQuestion } from '#schemas/survey.ts';
import { REASON_WITH_NOTE, getRejectionReasons } from '../configuration/rejection-reasons.ts';
import { type Database } from '../db/tables.ts';

/** Reads countries' settings; omits countries that aren't set up. */
async function loadConfigurations(
  db: Kysely<Database>,
  regions: readonly RegionId[],
): Promise<ReadonlyMap<RegionCode, Configuration>> {
  if (regions.length === 0) return new Map();
  const rows = await db
    .selectFrom('region_settings')
    .select('configuration')
    .where('region', 'in', [...new Set(regions.map(regionCodeOf))])
    .execute();
  return new Map(
    rows.map(({ configuration }) => {
      // The cast is safe, because the configuration is validated when it's written (write-settings.ts).
      const storedConfiguration = configuration as Configuration;
      return [storedConfiguration.region, storedConfiguration];
    }),
  );
}

/** Lists each country's questions about products. */
export async function loadProductQuestions(
  db: Kysely<Database>,
  regions: readonly RegionId[],
): Promise<ReadonlyMap<RegionId, readonly SurveyQuestion[]>> {
  const configurations = await loadConfigurations(db, regions);
  return new Map(
    regions.map((id) => [id, configurations.get(regionCodeOf(id))?.product_survey ?? []]),
  );
}

/** Lists each country's reasons for rejecting a product. */
export async function loadReviewReasons(db: Kysely<Database>, regions: readonly RegionId[]) {
  const configurations = await loadConfigurations(db, regions);
  return [...configurations].map(([region, configuration]) => {
    const ownReasons: readonly RejectionReason[] = configuration.rejection_reasons ?? [];
    return {
      region,
      reasons: getRejectionReasons(configuration).map(({ code, allows_new_photo }) => ({
        code,
        allows_new_photo,
        needs_note: code === REASON_WITH_NOTE,
        text_translated: ownReasons.find((reason) => reason.code === code)?.text_translated ?? null,
      })),
    };
  });
}
