import * as v from 'valibot';
import { moment, text, uuid } from './primitives.ts';
import { regionCode, regionId } from './regions.ts';
import { roleId } from './roles.ts';

const zeroOrOne = v.picklist([0, 1]);

/** 0: disabled by the manufacturer; 1: active; 2: the preset terms were declined (spec 1 §4). */
const companyActive = v.picklist([0, 1, 2]);

/** Maximum length of the JSON in a user's `options` and `fcm`. */
export const MAX_OPTIONS = 10_000;
export const MAX_FCM = 20_000;

const surveyText = v.pipe(v.string(), v.maxLength(20_000));

/** An installer's company (spec 1 §3). */
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
  /** Registration survey answers as JSON, under both of the specification's names; null while unanswered. */
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

/** The signed-in user (spec 1 §3), as `GET /v1/installer/user/self` returns it. */
export const installerUser = v.object({
  uuid,
  name: text(80),
  surname: text(80),
  email: v.nullable(text(254)),
  /** New address, which takes effect once its code is entered. */
  pending_email: v.optional(v.nullable(text(254))),
  phone: v.nullable(text(20)),
  avatar: v.nullable(uuid),
  role: v.object({ id: roleId }),
  region: regionCode,
  languages_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(18)),
  /** Language code, `pl`. */
  language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}$/))),
  active: v.boolean(),
  verified_email_at: v.nullable(moment),
  email_consent: v.boolean(),
  phone_consent: v.boolean(),
  marketing_email_consent: v.boolean(),
  marketing_phone_consent: v.boolean(),
  is_decor_installer: v.boolean(),
  /** JSON: flags and dates of one-time notices the user has seen. */
  options: v.pipe(v.string(), v.maxLength(MAX_OPTIONS)),
  /** JSON: push tokens, a list of platform and token. */
  fcm: v.pipe(v.string(), v.maxLength(MAX_FCM)),
  created_at: moment,
  company,
});
export type InstallerUser = v.InferOutput<typeof installerUser>;
