import { type Selectable, type Transaction, type Updateable } from 'kysely';
import { type CompanyChanges } from '#schemas/api/account-calls.ts';
import { type calls } from '#schemas/api/calls.ts';
import {
  companyTypeOf,
  normalTaxNumber,
  requirements,
  taxFields,
  taxNumberProblem,
} from '#schemas/company.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { type CompaniesTable } from '../access/access-tables.ts';
import { companyOnWire } from '../access/self.ts';
import { regionalSettingsOf } from '../configuration/region-rules.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { unprintablePlace } from '../certificates/printable.ts';
import { requireOwnCompany, requireOwner } from './own.ts';
import { recordChange } from './record-change.ts';
import { refusingTaken } from './taken.ts';

/** The person's own company. */
export const company: Handler<typeof calls.company> = async ({ params, actor }, { db }) => {
  requireOwnCompany(actor, params.id);
  const row = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow();
  return companyOnWire(row);
};

/** Changes the company's details. A tax number that the region asks for can't be taken away. */
export const updateCompany: Handler<typeof calls.updateCompany> = async (
  { params, body, actor },
  { db, clock },
) => {
  requireOwner(actor, params.id);
  const settings = await regionalSettingsOf(db, actor.region);
  requirePrintable(body);
  const changes = columnsOf(body);
  for (const field of taxFields) {
    const number = changes[field];
    if (number !== undefined && taxNumberProblem(settings, field, number ?? '') !== null) {
      throw new ApiFailure('tax_number_needed', { field: `body.${field}` });
    }
  }
  return refusingTaken(transact(db, (trx) => write(trx, actor, clock.now(), changes)));
};

/** Chooses the company's type, with the disclaimer and the declaration that it asks for. */
export const updateCompanyType: Handler<typeof calls.updateCompanyType> = async (
  { params, body, actor },
  { db, clock },
) => {
  requireOwner(actor, params.id);
  const settings = await regionalSettingsOf(db, actor.region);
  const type = companyTypeOf(settings, body.company_type);
  if (type === undefined) {
    throw new ApiFailure('company_type_unknown', { field: 'body.company_type' });
  }
  return transact(db, async (trx) => {
    const before = await lockedCompany(trx, actor.companyId);
    const stays = before.company_type === type.id;
    // Another type resets both (spec 1 §4).
    const accepted = {
      disclaimer_accepted: body.disclaimer_accepted ?? (stays && before.disclaimer_accepted),
      declaration_accepted: body.declaration_accepted ?? (stays && before.declaration_accepted),
    };
    const missing = [
      type.disclaimer_state === requirements.required &&
        !accepted.disclaimer_accepted &&
        'body.disclaimer_accepted',
      type.declaration_state === requirements.required &&
        !accepted.declaration_accepted &&
        'body.declaration_accepted',
    ].filter((field) => field !== false);
    if (missing.length > 0) throw new ApiFailure('acceptance_needed', { fields: missing });
    return write(trx, actor, clock.now(), { company_type: type.id, ...accepted });
  });
};

/** Whether the company wants new leads: for main roles of a company that may have any (spec 1 §5). */
export const setAvailability: Handler<typeof calls.setAvailability> = async (
  { params, body, actor },
  { db, clock },
) => {
  requireOwnCompany(actor, params.id);
  if (!isMainCompanyRole(actor.role)) throw new ApiFailure('forbidden');
  return transact(db, async (trx) => {
    const { accepts_leads } = await lockedCompany(trx, actor.companyId);
    if (!accepts_leads) throw new ApiFailure('forbidden');
    return write(trx, actor, clock.now(), { availability: body.availability === 1 });
  });
};

async function lockedCompany(
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

async function write(
  trx: Transaction<Database>,
  actor: Actor,
  now: number,
  changes: Updateable<CompaniesTable>,
) {
  const fields = Object.keys(changes);
  if (fields.length > 0) {
    await trx.updateTable('companies').set(changes).where('id', '=', actor.companyId).execute();
    await recordChange(trx, actor, now, { subject: 'company', fields });
  }
  return companyOnWire(await lockedCompany(trx, actor.companyId));
}

/** Throws `letters_unprintable`: the company stands on its certificates. */
function requirePrintable({ name, address, postal_code, city }: CompanyChanges): void {
  const place = unprintablePlace({ name, address, postal_code, city });
  if (place !== null) throw new ApiFailure('letters_unprintable', { field: `body.${place}` });
}

function columnsOf(body: CompanyChanges): Updateable<CompaniesTable> {
  const { surveyResponse, registration_number, registration_number_2, ...plain } = body;
  const sent = Object.entries(plain).filter(([, value]) => value !== undefined);
  return {
    // Each is a column of its name, and its values are the column's.
    ...Object.fromEntries(sent.map(([name, value]) => [name, value])),
    ...(registration_number !== undefined && {
      registration_number: storedNumber(registration_number),
    }),
    ...(registration_number_2 !== undefined && {
      registration_number_2: storedNumber(registration_number_2),
    }),
    ...(surveyResponse !== undefined && { survey: surveyResponse }),
  };
}

/** Null for a number of which nothing is left. */
function storedNumber(typed: string | null): string | null {
  return normalTaxNumber(typed ?? '') || null;
}
