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

/** What was typed is asked about after this pause, in ms (spec 1 §9). */
export const VALIDATION_DEBOUNCE_MS = 500;
/** The longest text behind an invitation link. */
export const MAX_INVITE = 100;

/** As it was typed; null where there is none. */
const taxNumber = v.nullable(typedText(32));
/** Between street and house number stands a space. */
const MIN_ADDRESS = MIN_STREET + 1 + MIN_HOUSE_NUMBER;

/** The company that registers. What its region asks for is judged beside the schema. */
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
  /** JSON text of the survey's answers. */
  survey: v.pipe(
    v.string(),
    v.maxLength(20_000),
    v.check((json) => parseSurveyResponse(json) !== null),
  ),
});

/** Its owner, who signs in with this e-mail address and phone number from then on. */
const newOwner = v.object({
  name: typedText(MAX_PERSON_NAME, MIN_REGISTERED_NAME),
  surname: typedText(MAX_PERSON_NAME, MIN_REGISTERED_NAME),
  email: emailAddress,
  /** As it was typed, or in international form; judged by the region. */
  phone: typedText(40, 1),
  /** Whether the company is one of decor, and its owner of role 7 instead of 3. */
  is_decor_installer: v.optional(v.boolean(), false),
  languages_id: v.picklist(Object.values(languageIds)),
  email_consent: v.optional(v.boolean(), false),
  phone_consent: v.optional(v.boolean(), false),
  /** JSON text of an object; holds `hasAgreedToTerms`, without which nobody registers. */
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
  /** What an invitation link carried. */
  invite: v.optional(v.nullable(typedText(MAX_INVITE))),
});
export type Registration = v.InferOutput<typeof registration>;

/** What came of it. */
export const registrationResult = v.object({
  company_id: uuid,
  user_id: uuid,
  welcome_points: wholeNumber,
});
export type RegistrationResult = v.InferOutput<typeof registrationResult>;

/** What nobody else may have; each is asked about by itself. */
export const uniqueFields = [
  'registration_number',
  'registration_number_2',
  'phone',
  'email',
] as const;
export type UniqueField = (typeof uniqueFields)[number];

/** `GET /v2/company/validate`: a region and exactly one of the fields. */
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
