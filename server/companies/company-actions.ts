import { type Selectable, type Transaction, type Updateable } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type CompaniesTable } from '../access/access-tables.ts';
import { validateDetails, requireUnusedNumbers } from '../account/company-details.ts';
import { endAccess, lockPerson } from '../account/operator-sessions.ts';
import { mapUniqueViolation } from '../account/unique-conflicts.ts';
import {
  type AuditedChange,
  type OperatorActor,
  type OperatorHandler,
} from '../console/operator-handler.ts';
import { endClaims, requireUnclaimed } from '../console/record-claims.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { verifyInTransaction } from '../points/reserved-points.ts';
import { lockCompanyRev } from './company-file.ts';
import { getVerification } from './list-companies.ts';

/** Describes a change to a company for the audit. */
function describeCompanyChange(
  company: Selectable<CompaniesTable>,
  after: Readonly<Record<string, unknown>>,
): AuditedChange {
  const fields = Object.keys(after) as (keyof CompaniesTable)[];
  return {
    kind: 'company',
    id: company.id,
    region: company.regions_id,
    before: Object.fromEntries(fields.map((field) => [field, company[field]])),
    after,
  };
}

/** Sets those of the given columns whose values change, and returns them for the audit. */
async function setColumns(
  trx: Transaction<Database>,
  company: Selectable<CompaniesTable>,
  columns: Updateable<CompaniesTable>,
): Promise<Updateable<CompaniesTable>> {
  const changedColumns = Object.fromEntries(
    Object.entries(columns).filter(
      ([column, value]) => value !== undefined && company[column as keyof CompaniesTable] !== value,
    ),
  );
  if (Object.keys(changedColumns).length > 0)
    await trx.updateTable('companies').set(changedColumns).where('id', '=', company.id).execute();
  return changedColumns;
}

const createClaimer = ({ operatorId }: OperatorActor) => ({ kind: 'company', operatorId });

/** Verifies a company, even after a rejection, and adds its reserved points. */
export const verifyCompany: OperatorHandler<typeof operatorCalls.verifyCompany> = (
  { params: { id }, body: { rev }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const company = await lockCompanyRev(trx, id, rev);
    await requireUnclaimed(trx, createClaimer(operator), company.id, clock.now());
    if (getVerification(company) === 'verified') throw new ApiFailure('conflict');
    const points = await verifyInTransaction(trx, company.id, clock.now());
    await endClaims(trx, 'company', [company.id]);
    audit(describeCompanyChange(company, { reserved_points: 0, refused_at: null }));
    return { points };
  });

/** Rejects a company's verification. The company can still use the app, but its reserved points aren't added. */
export const refuseCompany: OperatorHandler<typeof operatorCalls.refuseCompany> = (
  { params: { id }, body: { rev }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const company = await lockCompanyRev(trx, id, rev);
    await requireUnclaimed(trx, createClaimer(operator), company.id, clock.now());
    if (company.reserved_points === 0 || company.refused_at !== null)
      throw new ApiFailure('conflict');
    const refused_at = new Date(clock.now());
    await setColumns(trx, company, { refused_at });
    await endClaims(trx, 'company', [company.id]);
    audit(describeCompanyChange(company, { refused_at: refused_at.toISOString() }));
    return {};
  });

/**
 * Sets the values that only operators can change: whether the company gets leads, may have a card and is recommended,
 * and its number in the sales system.
 */
export const setCompanyFlags: OperatorHandler<typeof operatorCalls.setCompanyFlags> = (
  { params: { id }, body: { rev, why: _why, ...flags }, audit, runAction },
  _services,
) =>
  runAction(async (trx) => {
    const company = await lockCompanyRev(trx, id, rev);
    const changedFlags = await setColumns(trx, company, flags);
    if (Object.keys(changedFlags).length > 0) audit(describeCompanyChange(company, changedFlags));
    return {};
  });

/** Blocks a company and signs out everyone in it, or unblocks it. */
export const setCompanyBlocked: OperatorHandler<typeof operatorCalls.setCompanyBlocked> = (
  { params: { id }, body: { blocked, rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const company = await lockCompanyRev(trx, id, rev);
    if ((company.active === 0) === blocked) throw new ApiFailure('conflict');
    const changedFlags = await setColumns(trx, company, { active: blocked ? 0 : 1 });
    const endedCount = blocked ? await endAllSessions(trx, company.id, clock.now()) : 0;
    audit(describeCompanyChange(company, changedFlags));
    return { ended: endedCount };
  });

/** Signs out everyone in a company. */
export const endCompanySessions: OperatorHandler<typeof operatorCalls.endCompanySessions> = (
  { params: { id }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const company = await lockCompanyRev(trx, id, null);
    const endedCount = await endAllSessions(trx, company.id, clock.now());
    audit({
      kind: 'company',
      id: company.id,
      region: company.regions_id,
      before: { sessions: endedCount },
      after: { sessions: 0 },
    });
    return { ended: endedCount };
  });

/**
 * Ends the sessions of everyone in a locked company.
 * @returns the number of sessions that were still active
 */
async function endAllSessions(
  trx: Transaction<Database>,
  companyId: string,
  now: number,
): Promise<number> {
  const people = await trx
    .selectFrom('installers')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute();
  let endedCount = 0;
  for (const { id } of people) {
    await lockPerson(trx, id);
    endedCount += await endAccess(trx, id, now);
  }
  return endedCount;
}

/** Changes a company's details by the same rules as in the app, and audits the changed fields. */
export const editCompany: OperatorHandler<typeof operatorCalls.editCompany> = (
  { params: { id }, body, audit, runAction },
  _services,
) => {
  const { rev, why: _why, ...details } = body;
  return mapUniqueViolation(
    runAction(async (trx) => {
      const currentCompany = await lockCompanyRev(trx, id, rev);
      const region = regionCodeOf(currentCompany.regions_id);
      const company = { companyId: currentCompany.id, region, regionId: currentCompany.regions_id };
      const newDetails = await validateDetails(trx, details, region);
      const columns = await requireUnusedNumbers(trx, company, currentCompany, newDetails);
      const fields = (Object.keys(details) as (keyof typeof details)[]).filter(
        (field) => newDetails[field] !== undefined && newDetails[field] !== currentCompany[field],
      );
      if (fields.length === 0) return {};
      await trx.updateTable('companies').set(columns).where('id', '=', id).execute();
      audit({
        kind: 'company',
        id: currentCompany.id,
        region: currentCompany.regions_id,
        before: Object.fromEntries(fields.map((field) => [field, currentCompany[field]])),
        after: Object.fromEntries(fields.map((field) => [field, newDetails[field]])),
      });
      return {};
    }),
  );
};
