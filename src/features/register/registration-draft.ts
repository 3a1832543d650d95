import * as v from 'valibot';
import { DAY_MS } from '#schemas/durations.ts';
import { type RegionCode, regionCode } from '#schemas/regions.ts';
import { surveyAnswer } from '#schemas/survey.ts';

/** Steps in fixed order (spec 1 §2, "Registration steps"). */
export const registrationStepIds = [
  'region',
  'user',
  'company',
  'address',
  'type',
  'disclaimer',
  'declaration',
  'survey',
  'consent',
  'review',
] as const;
export type RegistrationStepId = (typeof registrationStepIds)[number];

const textUpTo = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));

/** A value that the server rejected; the error applies only while the field has that value. */
const rejectedValue = v.object({ field: textUpTo(40), value: textUpTo(254), code: textUpTo(64) });

/** Field values as typed. */
const fieldSchemas = {
  region: regionCode,
  name: textUpTo(80),
  surname: textUpTo(80),
  email: textUpTo(254),
  phone: textUpTo(40),
  company_name: textUpTo(160),
  registration_number: textUpTo(32),
  registration_number_2: textUpTo(32),
  street: textUpTo(170),
  house_number: textUpTo(20),
  postal_code: textUpTo(16),
  city: textUpTo(80),
  company_type: v.nullable(v.pipe(v.number(), v.integer())),
  disclaimer_accepted: v.boolean(),
  declaration_accepted: v.boolean(),
  survey: v.object({
    response: v.pipe(v.array(surveyAnswer), v.maxLength(100)),
    at: v.nullable(v.number()),
  }),
  email_consent: v.boolean(),
  phone_consent: v.boolean(),
  terms: v.boolean(),
};

/** A registration in progress, as saved on the device (spec 1 §3, "registration data"). */
export const registrationDraft = v.object({
  step: v.picklist(registrationStepIds),
  /**
   * Steps to show again after the user has edited a step from the review: that step, and the steps that depend on it or
   * that the edit made invalid. Empty otherwise.
   */
  revisit: v.array(v.picklist(registrationStepIds)),
  ...fieldSchemas,
  refused: v.array(rejectedValue),
  /** Makes this registration's idempotency keys unique. */
  seed: v.pipe(v.string(), v.uuid()),
  invite: v.nullable(textUpTo(100)),
  /** Time when the registration was started, in ms by the device's clock. */
  begun: v.number(),
});
export type RegistrationDraft = v.InferOutput<typeof registrationDraft>;
export type RejectedValue = v.InferOutput<typeof rejectedValue>;
export type RegistrationFields = Pick<RegistrationDraft, keyof typeof fieldSchemas>;
export type RegistrationField = keyof RegistrationFields;

/** Abandoned drafts are deleted after 30 days, because they contain personal data. */
export const DRAFT_TTL_MS = 30 * DAY_MS;

/** Returns an empty draft. */
export function newDraft(start: {
  readonly region: RegionCode;
  readonly seed: string;
  readonly invite: string | null;
  readonly now: number;
}): RegistrationDraft {
  return {
    step: 'region',
    revisit: [],
    region: start.region,
    name: '',
    surname: '',
    email: '',
    phone: '',
    company_name: '',
    registration_number: '',
    registration_number_2: '',
    street: '',
    house_number: '',
    postal_code: '',
    city: '',
    company_type: null,
    disclaimer_accepted: false,
    declaration_accepted: false,
    survey: { response: [], at: null },
    email_consent: false,
    phone_consent: false,
    terms: false,
    refused: [],
    seed: start.seed,
    invite: start.invite,
    begun: start.now,
  };
}
