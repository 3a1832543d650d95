import { type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { isOpenCountry } from '../configuration/open-countries.ts';
import { findCompanyTypeConflicts } from '../configuration/settings-conflicts.ts';
import { addFirstVersion } from '../configuration/settings-versions.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { lockCountry } from './lock-country.ts';

/** Opens a country with its first settings, under the rules of `club setup`. */
export const createSettings: OperatorHandler<typeof operatorCalls.createSettings> = async (
  { body: { region, settings }, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, region);
  const [conflict] = findCompanyTypeConflicts({
    company_types: settings['regional.company_types'],
    company_type_state: settings['regional.company_type_state'],
  });
  if (conflict) throw new ApiFailure('invalid_input', { details: { reason: conflict.reason } });
  return runAction(async (trx) => {
    await lockCountry(trx, regionCodeOf(region));
    if (await isOpen(trx, region)) throw new ApiFailure('conflict');
    const first = { region, changes: settings, createdBy: operator.operatorId };
    const version = await addFirstVersion(trx, first, clock.now());
    audit({ kind: 'settings_version', id: version, region, before: null, after: settings });
    return { version };
  });
};

/** True if the country has settings, or companies that could depend on them. */
async function isOpen(trx: Transaction<Database>, region: RegionId): Promise<boolean> {
  const settings = await trx
    .selectFrom('region_settings')
    .select('region')
    .where('region', '=', regionCodeOf(region))
    .executeTakeFirst();
  return settings !== undefined || (await isOpenCountry(trx, region));
}
