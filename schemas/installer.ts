import * as v from 'valibot';
import { moment, text, uuid } from './primitives.ts';
import { regionCode, regionId } from './regions.ts';
import { roleId } from './roles.ts';

const zeroOrOne = v.picklist([0, 1]);

/** 0 switched off by the manufacturer, 1 active, 2 the pre-made terms were declined (spec 1 §4). */
export const companyActive = v.picklist([0, 1, 2]);

/** The longest JSON text of a person's options, and of their push tokens. */
export const MAX_OPTIONS = 10_000;
export const MAX_FCM = 20_000;

const surveyText = v.pipe(v.string(), v.maxLength(20_000));

/** The company of an installer (spec 1 §3). */
export const company = v.object({
  uuid,
  id: v.pipe(v.number(), v.integer()),
  active: companyActive,
  name: text(160),
  registration_number: v.nullable(text(32)),
  /** The VAT number. */
  registration_number_2: v.nullable(text(32)),
  company_type: v.nullable(v.pipe(v.number(), v.integer())),
  disclaimer_accepted: v.boolean(),
  declaration_accepted: v.boolean(),
  address: text(200),
  postal_code: text(16),
  city: text(80),
  regions_id: regionId,
  /** JSON text of the registration survey's answers, under both of the specification's names; null while unanswered. */
  survey: v.optional(v.nullable(surveyText)),
  surveyResponse: v.optional(v.nullable(surveyText)),
  is_recommended: v.boolean(),
  accepts_leads: zeroOrOne,
  availability: zeroOrOne,
  has_edenred_card: zeroOrOne,
  edenred_card: v.nullable(text(32)),
  crm_customer_id: v.nullable(text(32)),
});
export type Company = v.InferOutput<typeof company>;

/** The signed-in person (spec 1 §3), as `GET /v1/installer/user/self` answers. */
export const installerUser = v.object({
  uuid,
  name: text(80),
  surname: text(80),
  email: v.nullable(text(254)),
  /** The address that is to replace it once the code that was sent there is entered. */
  pending_email: v.optional(v.nullable(text(254))),
  phone: v.nullable(text(20)),
  avatar: v.nullable(uuid),
  role: v.object({ id: roleId }),
  region: regionCode,
  languages_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(18)),
  /** The same as a code: `pl`. */
  language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}$/))),
  active: v.boolean(),
  verified_email_at: v.nullable(moment),
  email_consent: v.boolean(),
  phone_consent: v.boolean(),
  marketing_email_consent: v.boolean(),
  marketing_phone_consent: v.boolean(),
  is_decor_installer: v.boolean(),
  /** JSON text: seen flags and dates of the app's one-time notices. */
  options: v.pipe(v.string(), v.maxLength(MAX_OPTIONS)),
  /** JSON text: where push messages go, a list of platform and token. */
  fcm: v.pipe(v.string(), v.maxLength(MAX_FCM)),
  created_at: moment,
  company,
});
export type InstallerUser = v.InferOutput<typeof installerUser>;
