import { sql, type Kysely } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionCode, regionCodeOf } from '#schemas/regions.ts';
import { hasSecondPerson } from '../console/approvals.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { createSettings } from './create-settings.ts';
import { readSetupParts } from './missing-setup.ts';

const readLaunchChecklist: OperatorHandler<typeof operatorCalls.readLaunchChecklist> = async (
  { query: { region }, operator },
  { db },
) => {
  requireRegion(operator, region);
  const code = regionCodeOf(region);
  const { countries, shared } = await readSetupParts(db);
  const country = countries.find((row) => row.region === code);
  const [sharedParts] = shared;
  const optionalParts = await readOptionalParts(db, code);
  const approvalRequest = {
    right: 'settings.edit',
    regions: [region],
    requestedBy: operator.operatorId,
  } as const;
  return {
    parts: [
      requiredPart('settings', country !== undefined),
      requiredPart('registration_surveys', country?.has_surveys),
      requiredPart('product_types', sharedParts?.has_types),
      requiredPart('points', country?.has_points),
      requiredPart('tiers', country?.has_tiers),
      requiredPart('serials', sharedParts?.has_serials),
      requiredPart('shop', country?.has_shop),
      { part: 'news', is_done: optionalParts.has_news, is_required: false },
      { part: 'product_guide', is_done: optionalParts.has_guide, is_required: false },
      {
        part: 'second_person',
        is_done: await hasSecondPerson(db, approvalRequest),
        is_required: false,
      },
    ],
  };
};

/** A part that the app can't be used without. */
const requiredPart = <const Part extends string>(part: Part, isDone: boolean | undefined) => ({
  part,
  is_done: isDone ?? false,
  is_required: true,
});

async function readOptionalParts(db: Kysely<Database>, region: RegionCode) {
  const { rows } = await sql<{ has_news: boolean; has_guide: boolean }>`
    select exists (select from contents where region = ${region} and not deleted) as has_news,
      exists (select from product_guides where region = ${region}) as has_guide`.execute(db);
  return rows[0] ?? { has_news: false, has_guide: false };
}

/** Launch checklists and first settings of countries. */
export const operatorCountryHandlers = {
  readLaunchChecklist,
  createSettings,
} satisfies Partial<OperatorHandlers>;
