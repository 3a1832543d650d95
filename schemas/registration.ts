import * as v from 'valibot';
import {
  MIN_CITY,
  MIN_COMPANY_NAME,
  MIN_HOUSE_NUMBER,
  MIN_POSTAL_CODE,
  MIN_STREET,
} from './company.ts';
import { MAX_OPTIONS } from './installer.ts';
import { languageIds } from './languages.ts';
import { MAX_PERSON_NAME, MIN_REGISTERED_NAME, parseOptions } from './person-rules.ts';
import { typedText, uuid, wholeNumber } from './primitives.ts';
import { regionId } from './regions.ts';
import { emailAddress } from './email.ts';
import { parseSurveyResponse } from './survey.ts';

/** Typing pause before the server validates a field, in ms (spec 1 §9). */
export const VALIDATION_DEBOUNCE_MS = 500;
/** Maximum length of an invitation code. */
export const MAX_INVITE = 100;

/** As typed; null if there is none. */
const taxNumber = v.nullable(typedText(32));
/** Street and house number are separated by a space. */
const MIN_ADDRESS = MIN_STREET + 1 + MIN_HOUSE_NUMBER;

/** The new company. Its region's rules are validated separately. */
const newCompany = v.object({
  name: typedText(160, MIN_COMPANY_NAME),
  /** Street and house number. */
  address: typedText(200, MIN_ADDRESS),
  postal_code: typedText(16, MIN_POSTAL_CODE),
  city: typedText(80, MIN_CITY),
  regions_id: regionId,
  registration_number: v.optional(taxNumber, null),
  registration_number_2: v.optional(taxNumber, null),
  company_type: v.optional(v.nullable(wholeNumber), null),
  disclaimer_accepted: v.optional(v.boolean(), false),
  declaration_accepted: v.optional(v.boolean(), false),
  /** Survey answers as JSON. */
  survey: v.pipe(
    v.string(),
    v.maxLength(20_000),
    v.check((json) => parseSurveyResponse(json) !== null),
  ),
});

/** The owner, who signs in with this email address and phone number. */
const newOwner = v.object({
  name: typedText(MAX_PERSON_NAME, MIN_REGISTERED_NAME),
  surname: typedText(MAX_PERSON_NAME, MIN_REGISTERED_NAME),
  email: emailAddress,
  /** As typed, or in international form; validated for the region. */
  phone: typedText(40, 1),
  /** True for a decor company, whose owner gets role 7 instead of 3. */
  is_decor_installer: v.optional(v.boolean(), false),
  languages_id: v.picklist(Object.values(languageIds)),
  email_consent: v.optional(v.boolean(), false),
  phone_consent: v.optional(v.boolean(), false),
  /** JSON object; must contain `hasAgreedToTerms`. */
  options: v.pipe(
    v.string(),
    v.maxLength(MAX_OPTIONS),
    v.check((json) => parseOptions(json) !== null),
  ),
});

/** `POST /v2/company/register` (spec 1 §7). */
export const registration = v.object({
  company: newCompany,
  installer: newOwner,
  /** Code from the invitation link. */
  invite: v.optional(v.nullable(typedText(MAX_INVITE))),
});
export type Registration = v.InferOutput<typeof registration>;

/** Result of a registration. */
export const registrationResult = v.object({
  company_id: uuid,
  user_id: uuid,
  welcome_points: wholeNumber,
});
export type RegistrationResult = v.InferOutput<typeof registrationResult>;

/** Fields that must be unique; each is checked separately. */
export const uniqueFields = [
  'registration_number',
  'registration_number_2',
  'phone',
  'email',
] as const;
export type UniqueField = (typeof uniqueFields)[number];

/** `GET /v2/company/validate`: a region and exactly one unique field. */
export const uniquenessQuery = v.pipe(
  v.object({
    region_id: regionId,
    registration_number: v.optional(typedText(32, 1)),
    registration_number_2: v.optional(typedText(32, 1)),
    phone: v.optional(typedText(40, 1)),
    email: v.optional(typedText(254, 1)),
  }),
  v.check((query) => uniqueFields.filter((field) => query[field] !== undefined).length === 1),
);
export const uniquenessResult = v.object({ result: v.picklist(['pass', 'fail']) });
