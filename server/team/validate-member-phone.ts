import { validatePhone, normaliseTestPhone } from '#schemas/phone.ts';
import { type MemberPhone } from '../access/access-tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { parsePhone } from '../registration/parse-phone.ts';
import { type Services } from '../services.ts';

/**
 * Validates a member's phone number, and returns it in international format. It must be a number of the company's
 * region (spec 2 §5), or a test number if these are enabled. Throws `invalid_phone` and `letters_not_allowed`.
 */
export function validateMemberPhone(
  typedPhone: string,
  { region }: Pick<Actor, 'region'>,
  { environment }: Pick<Services, 'environment'>,
): MemberPhone {
  const testPhone = environment.testCode === null ? null : normaliseTestPhone(typedPhone);
  if (testPhone !== null) return testPhone as MemberPhone;
  const result = validatePhone(typedPhone, region, parsePhone);
  if (result.ok) return result.phone as MemberPhone;
  const hasLetters = result.problem === 'phone_letters';
  throw new ApiFailure(hasLetters ? 'letters_not_allowed' : 'invalid_phone', {
    field: 'body.phone',
  });
}
