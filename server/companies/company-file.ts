import { type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { toRegionCode } from '../access/sessions.ts';
import { readDetails, requireUnusedNumbers } from '../account/company-details.ts';
import { mapUniqueViolation } from '../account/unique-conflicts.ts';
import { findRegionalSettings } from '../configuration/region-rules.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { loadCompanyBalance } from '../points/ledger.ts';
import { companySources, nameFor, readsPersonalData, registration } from './company-timeline.ts';
import { verificationOf } from './list-companies.ts';

export const readCompanyFile: OperatorHandler<typeof operatorCalls.readCompanyFile> = async (
  { params: { id }, operator: { queries } },
  { db },
) => {
  const company = await queries
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { regions_id: region, reserved_points, refused_at } = company;
  return {
    id: company.id,
    number: company.number,
    name: company.name,
    region,
    city: company.city,
    registration_number: company.registration_number,
    registration_number_2: company.registration_number_2,
    address: company.address,
    postal_code: company.postal_code,
    company_type: company.company_type,
    active: company.active,
    verification: verificationOf({
      is_verified: reserved_points === 0,
      is_refused: refused_at !== null,
    }),
    accepts_leads: company.accepts_leads,
    created_at: company.created_at.toISOString(),
    rev: company.details_rev,
    reserved_points,
    balance: await loadCompanyBalance(db, company.id),
    is_recommended: company.is_recommended,
    available_for_leads: company.availability,
    has_card: company.has_edenred_card,
    card_number: company.edenred_card,
    crm_customer_id: company.crm_customer_id,
    settings: await findRegionalSettings(db, toRegionCode(region)),
  };
};

export const listCompanyTimeline: OperatorHandler<
  typeof operatorCalls.listCompanyTimeline
> = async ({ params, query, operator }, { db }) => {
  const id = params.id.toLowerCase();
  const { regions_id } = await operator.queries
    .selectFrom('companies')
    .select('regions_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const namePerson = nameFor(readsPersonalData(operator, regions_id));
  const sources = [...companySources(id, namePerson), registration(id)];
  return readTimeline(db, id, query, sources);
};

/**
 * Locks a company for an act on its details. Throws `conflict` if they were changed since the version that the
 * operator saw.
 */
export async function lockCompanyRev(trx: Transaction<Database>, id: string, rev: number | null) {
  await lockCompany(trx, id);
  const company = await trx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (rev !== null && company.details_rev !== rev)
    throw new ApiFailure('conflict', { field: 'body.rev' });
  return company;
}

/** Changes details by the same rules as the app, and records the changed fields. */
export const editCompany: OperatorHandler<typeof operatorCalls.editCompany> = (
  { params: { id }, body, audit, runAct },
  _services,
) => {
  const { rev, why: _why, ...details } = body;
  return mapUniqueViolation(
    runAct(async (trx) => {
      const current = await lockCompanyRev(trx, id, rev);
      const region = toRegionCode(current.regions_id);
      const company = { companyId: current.id, region, regionId: current.regions_id };
      const newDetails = await readDetails(trx, details, region);
      const columns = await requireUnusedNumbers(trx, company, current, newDetails);
      const fields = (Object.keys(details) as (keyof typeof details)[]).filter(
        (field) => newDetails[field] !== undefined && newDetails[field] !== current[field],
      );
      if (fields.length === 0) return {};
      await trx.updateTable('companies').set(columns).where('id', '=', id).execute();
      audit({
        kind: 'company',
        id: current.id,
        region: current.regions_id,
        before: Object.fromEntries(fields.map((field) => [field, current[field]])),
        after: Object.fromEntries(fields.map((field) => [field, newDetails[field]])),
      });
      return {};
    }),
  );
};
