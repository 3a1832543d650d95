import * as v from 'valibot';
import { type RegionCode, regionCode } from '#schemas/regions.ts';
import { surveyAnswer } from '#schemas/survey.ts';

/** In fixed order (spec 1 §2, "Registration steps"). */
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

const typed = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));

/** A value the server rejected; the error applies only while the field has that value. */
const refused = v.object({ field: typed(40), value: typed(254), code: typed(64) });

/** Field values as typed. */
const filledIn = {
  region: regionCode,
  name: typed(80),
  surname: typed(80),
  email: typed(254),
  phone: typed(40),
  company_name: typed(160),
  registration_number: typed(32),
  registration_number_2: typed(32),
  street: typed(170),
  house_number: typed(20),
  postal_code: typed(16),
  city: typed(80),
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
  /** Steps to revisit after an edit from the review; empty otherwise. */
  revisit: v.array(v.picklist(registrationStepIds)),
  ...filledIn,
  refused: v.array(refused),
  /** Makes this registration's idempotency keys unique. */
  seed: v.pipe(v.string(), v.uuid()),
  invite: v.nullable(typed(100)),
  /** Start time in ms, device clock. */
  begun: v.number(),
});
export type RegistrationDraft = v.InferOutput<typeof registrationDraft>;
export type RejectedValue = v.InferOutput<typeof refused>;
export type RegistrationFields = Pick<RegistrationDraft, keyof typeof filledIn>;
export type RegistrationField = keyof RegistrationFields;

/** Abandoned drafts are deleted after 30 days, since they hold personal data. */
export const DRAFT_TTL_MS = 30 * 86_400_000;

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
