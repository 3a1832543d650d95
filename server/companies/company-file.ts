import { type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { findRegionalSettings } from '../configuration/region-rules.ts';
import { isClosedByErasure } from '../console/erased-records.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { findClaim } from '../console/record-claims.ts';
import { fixedEntries, readTimeline } from '../console/record-timeline.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { messagesToCompany } from '../messages/queue/message-log.ts';
import { notificationsToCompany } from '../notifications/notification-entries.ts';
import { loadCompanyBalance } from '../points/ledger.ts';
import { loadWelcomePoints } from '../points/welcome-points.ts';
import { companySources } from './company-timeline.ts';
import { findWithdrawnIds, getVerification } from './list-companies.ts';
import { createNameFormatter, readsPersonalData, readsPoints } from './personal-data.ts';

export const readCompanyFile: OperatorHandler<typeof operatorCalls.readCompanyFile> = async (
  { params: { id }, operator },
  { db, clock },
) => {
  const { operatorId } = operator;
  const company = await operator.queries
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { regions_id: region } = company;
  const canReadPoints = readsPoints(operator, region);
  const withdrawnIds = await findWithdrawnIds(db, [company]);
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
    verification: withdrawnIds.has(company.id) ? 'withdrawn' : getVerification(company),
    accepts_leads: company.accepts_leads,
    created_at: company.created_at.toISOString(),
    claimed: await findClaim(db, { kind: 'company', operatorId }, company.id, clock.now()),
    rev: company.details_rev,
    reserved_points: canReadPoints ? company.reserved_points : null,
    welcome_points: canReadPoints ? await loadWelcomePoints(db, company.id) : null,
    balance: canReadPoints ? await loadCompanyBalance(db, company.id) : null,
    is_recommended: company.is_recommended,
    available_for_leads: company.availability,
    has_card: company.has_edenred_card,
    card_digits: company.edenred_card?.slice(-4) ?? null,
    crm_customer_id: company.crm_customer_id,
    is_erased: await isClosedByErasure(db, company.id),
    settings: await findRegionalSettings(db, regionCodeOf(region)),
  };
};

export const listCompanyTimeline: OperatorHandler<
  typeof operatorCalls.listCompanyTimeline
> = async ({ params, query, operator }, { db }) => {
  const id = params.id.toLowerCase();
  const { regions_id, created_at } = await operator.queries
    .selectFrom('companies')
    .select(['regions_id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const formatName = createNameFormatter(readsPersonalData(operator, regions_id));
  const registration = { id: `registration-${id}`, at: created_at, what: 'registered' };
  const timeline = await readTimeline(db, id, query, [
    ...companySources(id, formatName),
    notificationsToCompany(id, formatName),
    messagesToCompany(id, formatName),
    fixedEntries([{ ...registration, kind: 'installer' }]),
  ]);
  if (readsPoints(operator, regions_id)) return timeline;
  const data = timeline.data.map((entry) => ({
    ...entry,
    before: omitPoints(entry.before),
    after: omitPoints(entry.after),
  }));
  return { ...timeline, data };
};

/** Audited fields of a company that are amounts of points. */
const pointFields = new Set(['balance', 'reserved_points']);

const omitPoints = <Fields extends object>(fields: Fields | null): Fields | null =>
  // The cast is safe, because audited fields are a record, whose keys are optional.
  fields &&
  (Object.fromEntries(Object.entries(fields).filter(([name]) => !pointFields.has(name))) as Fields);

/**
 * Locks a company to change its details. Throws `conflict` if the details have changed since the version that
 * the operator saw.
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
