import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { type TaxField } from '#schemas/company.ts';
import { ApiFailure } from '../http/failure.ts';

/** What each unique index of people and companies guards. */
const taken: Readonly<Record<string, { code: ApiErrorCode; field: string }>> = {
  installers_email: { code: 'email_taken', field: 'body.code' },
  installers_phone: { code: 'phone_taken', field: 'body.phone' },
  companies_registration_number: numberTaken('registration_number'),
  companies_registration_number_2: numberTaken('registration_number_2'),
  companies_registration_key: numberTaken('registration_number'),
  companies_registration_key_2: numberTaken('registration_number_2'),
};

function numberTaken(field: TaxField) {
  return { code: 'registration_number_taken', field: `body.${field}` } as const;
}

/**
 * Runs a write, and says which field somebody else has already where the database refuses it. The
 * index decides, so that of two who come at once one is refused.
 */
export async function mapUniqueViolation<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const found = taken[violatedIndex(error)];
    if (found === undefined) throw error;
    throw new ApiFailure(found.code, { field: found.field });
  }
}

/** The name of the unique index that a database error is about; empty for any other error. */
function violatedIndex(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return '';
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}
