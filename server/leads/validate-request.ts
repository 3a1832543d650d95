import { dayIn, latestSelectableDay } from '#schemas/calendar-day.ts';
import { type LeadRequestInput } from '#schemas/lead-request.ts';
import { validatePhone } from '#schemas/phone.ts';
import { isEmail } from '#schemas/person-rules.ts';
import { isPostalCode } from '#schemas/postal-code.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { parsePhone } from '../registration/parse-phone.ts';

/** A violated rule for a request, with its field. */
interface RequestProblem {
  readonly code: 'invalid_input' | 'invalid_phone' | 'date_too_early';
  readonly field: keyof LeadRequestInput;
}

/**
 * Validates a request by its country's rules for phone numbers and postal codes. Its days are compared with the current
 * day in the country's time zone. A request needs a phone number or an email address, and a postal code or coordinates.
 * @returns the request with its phone number in international form, and the violated rules
 */
export function validateRequest(
  request: LeadRequestInput,
  region: RegionId,
  now: number,
): { readonly request: LeadRequestInput; readonly problems: readonly RequestProblem[] } {
  const country = regionCodeOf(region);
  const today = dayIn(country, now);
  const {
    phone: typedPhone,
    email,
    postal_code,
    latitude,
    longitude,
    wished_day,
    consent_day,
  } = request;
  const problems: RequestProblem[] = [];
  const phone = typedPhone === '' ? null : validatePhone(typedPhone, country, parsePhone);
  if (phone?.ok === false) problems.push({ code: 'invalid_phone', field: 'phone' });
  if (typedPhone === '' && email === '') problems.push({ code: 'invalid_input', field: 'phone' });
  if (email !== '' && !isEmail(email)) problems.push({ code: 'invalid_input', field: 'email' });
  const hasPlace = latitude !== null && longitude !== null;
  if ((latitude === null) !== (longitude === null))
    problems.push({ code: 'invalid_input', field: 'latitude' });
  const isCodeValid = postal_code === '' ? hasPlace : isPostalCode(postal_code, country);
  if (!isCodeValid) problems.push({ code: 'invalid_input', field: 'postal_code' });
  if (wished_day !== null && wished_day < today)
    problems.push({ code: 'date_too_early', field: 'wished_day' });
  if (wished_day !== null && wished_day > latestSelectableDay(today))
    problems.push({ code: 'invalid_input', field: 'wished_day' });
  if (consent_day > today) problems.push({ code: 'invalid_input', field: 'consent_day' });
  return { request: { ...request, phone: phone?.ok ? phone.phone : typedPhone }, problems };
}
