import { type Selectable, type Transaction, type Updateable } from 'kysely';
import { type calls } from '#schemas/api/calls.ts';
import { findCompanyType, requirements } from '#schemas/company.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { type CompaniesTable } from '../access/access-tables.ts';
import { toCompany } from '../access/self.ts';
import { getRegionalSettings } from '../configuration/region-rules.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { keyColumns } from '../registration/tax-columns.ts';
import { validateDetails, requireUnusedNumbers } from './company-details.ts';
import { requireOwnCompany, requireOwner } from './ownership.ts';
import { recordChange } from './record-change.ts';
import { mapUniqueViolation } from './unique-conflicts.ts';

/** Returns the person's own company. */
export const getCompany: Handler<typeof calls.getCompany> = async ({ params, actor }, { db }) => {
  requireOwnCompany(actor, params.id);
  const row = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow();
  return toCompany(row);
};

/**
 * Updates the company's details. Tax numbers must be unique, and a number that the region requires can't be removed.
 */
export const updateCompany: Handler<typeof calls.updateCompany> = async (
  { params, body, actor },
  { db, clock },
) => {
  requireOwner(actor, params.id);
  const changes = await validateDetails(db, body, actor.region);
  const update = async (trx: Transaction<Database>) => {
    const currentCompany = await lockAndLoadCompany(trx, actor.companyId);
    return applyChanges(
      trx,
      actor,
      clock.now(),
      await requireUnusedNumbers(trx, actor, currentCompany, changes),
    );
  };
  return mapUniqueViolation(transact(db, update));
};

/** Sets the company's type, and whether the owner accepts the type's disclaimer and declaration. */
export const updateCompanyType: Handler<typeof calls.updateCompanyType> = async (
  { params, body, actor },
  { db, clock },
) => {
  requireOwner(actor, params.id);
  const settings = await getRegionalSettings(db, actor.region);
  const type = findCompanyType(settings, body.company_type);
  if (type === undefined) {
    throw new ApiFailure('company_type_unknown', { field: 'body.company_type' });
  }
  return transact(db, async (trx) => {
    const currentCompany = await lockAndLoadCompany(trx, actor.companyId);
    const isUnchanged = currentCompany.company_type === type.id;
    // Choosing another type resets both acceptances (spec 1 §4).
    const acceptances = {
      disclaimer_accepted:
        body.disclaimer_accepted ?? (isUnchanged && currentCompany.disclaimer_accepted),
      declaration_accepted:
        body.declaration_accepted ?? (isUnchanged && currentCompany.declaration_accepted),
    };
    const missingFields = [
      type.disclaimer_state === requirements.required &&
        !acceptances.disclaimer_accepted &&
        'body.disclaimer_accepted',
      type.declaration_state === requirements.required &&
        !acceptances.declaration_accepted &&
        'body.declaration_accepted',
    ].filter((field) => field !== false);
    if (missingFields.length > 0)
      throw new ApiFailure('acceptance_needed', { fields: missingFields });
    // The database treats a written value as an answer to the current text, so kept values aren't written.
    const isUnsent = (sent: boolean | undefined) => isUnchanged && sent === undefined;
    const { disclaimer_accepted, declaration_accepted } = acceptances;
    return applyChanges(trx, actor, clock.now(), {
      company_type: type.id,
      ...(!isUnsent(body.disclaimer_accepted) && { disclaimer_accepted }),
      ...(!isUnsent(body.declaration_accepted) && { declaration_accepted }),
    });
  });
};

/**
 * Sets whether the company wants new leads. Only main roles of a company with leads enabled may do this (spec 1 §5).
 */
export const updateAvailability: Handler<typeof calls.updateAvailability> = async (
  { params, body, actor },
  { db, clock },
) => {
  requireOwnCompany(actor, params.id);
  if (!isMainCompanyRole(actor.role)) throw new ApiFailure('forbidden');
  return transact(db, async (trx) => {
    const { accepts_leads } = await lockAndLoadCompany(trx, actor.companyId);
    if (!accepts_leads) throw new ApiFailure('forbidden');
    return applyChanges(trx, actor, clock.now(), { availability: body.availability === 1 });
  });
};

async function lockAndLoadCompany(
  trx: Transaction<Database>,
  companyId: string,
): Promise<Selectable<CompaniesTable>> {
  await lockCompany(trx, companyId);
  return trx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
}

async function applyChanges(
  trx: Transaction<Database>,
  actor: Actor,
  now: number,
  changes: Updateable<CompaniesTable>,
) {
  const internalColumns: readonly string[] = Object.values(keyColumns);
  const fields = Object.keys(changes).filter((name) => !internalColumns.includes(name));
  if (fields.length > 0) {
    await trx.updateTable('companies').set(changes).where('id', '=', actor.companyId).execute();
    await recordChange(trx, actor, now, { subject: 'company', fields });
  }
  return toCompany(await lockAndLoadCompany(trx, actor.companyId));
}
