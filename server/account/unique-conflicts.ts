import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { type TaxField } from '#schemas/company.ts';
import { ApiFailure } from '../http/failure.ts';

/** Error code and field for each unique index of people and companies. */
const conflicts: Readonly<Record<string, { code: ApiErrorCode; field: string }>> = {
  installers_email: { code: 'email_taken', field: 'body.code' },
  installers_phone: { code: 'phone_taken', field: 'body.phone' },
  companies_registration_number: registrationNumberTaken('registration_number'),
  companies_registration_number_2: registrationNumberTaken('registration_number_2'),
  companies_registration_key: registrationNumberTaken('registration_number'),
  companies_registration_key_2: registrationNumberTaken('registration_number_2'),
};

function registrationNumberTaken(field: TaxField) {
  return { code: 'registration_number_taken', field: `body.${field}` } as const;
}

/**
 * Awaits a write and maps a unique-index violation to an error for the field. If two writes run concurrently, the index
 * decides which of them fails.
 */
export async function mapUniqueViolation<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const conflict = conflicts[getViolatedIndex(error)];
    if (conflict === undefined) throw error;
    throw new ApiFailure(conflict.code, { field: conflict.field });
  }
}

/** Returns the name of the violated unique index; empty for any other error. */
function getViolatedIndex(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return '';
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}
