import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as v from 'valibot';
import {
  type AccountField,
  type AuditedField,
  type AuditedText,
  parseAuditedText,
} from '#schemas/operator/audited-fields.ts';
import { chatStatuses } from '#schemas/chat.ts';
import type { CompanyRecordKind } from '#schemas/operator/company-calls.ts';
import { operatorRoleNames } from '#schemas/operator/operator-rights.ts';
import { moment } from '#schemas/primitives.ts';
import { regionId } from '#schemas/regions.ts';
import { bulkText } from './action-texts.ts';
import { timeText } from './country-and-time.ts';
import { languageName, languageText } from './language-text.ts';
import { grantsText } from './operator-grants.ts';
import { pointEventText } from './point-events.ts';
import { productStatusText } from './product-status.ts';
import { recordStateText } from './record/record-states.ts';

/** Labels of the fields in timelines and in the audit. */
const names: Readonly<Record<AuditedField | AccountField, MessageDescriptor>> = {
  name: msg`Name`,
  registration_number: msg`Company number`,
  registration_number_2: msg`Second number`,
  address: msg`Address`,
  city: msg`Town`,
  postal_code: msg`Postcode`,
  reserved_points: msg`Reserved points`,
  refused_at: msg`Verification rejected or withdrawn`,
  active: msg`Active`,
  accepts_leads: msg`May get leads`,
  has_edenred_card: msg`Has a card`,
  is_recommended: msg`Recommended`,
  crm_customer_id: msg`Number in the sales system`,
  sessions: msg`Sessions`,
  balance: msg`Balance`,
  reason: msg`Reason`,
  reverses: msg`Reversed line`,
  line: msg`Line in the file`,
  product: msg`Product`,
  sign_in: msg`Sign-in`,
  proof: msg`Proof of identity`,
  reference: msg`Reference`,
  person: msg`Person`,
  closes_company: msg`Closes the company`,
  closed_company: msg`Company closed`,
  erased: msg`Erased`,
  notifications: msg`Notifications`,
  'survey invitations': msg`Survey invitations`,
  'support chats': msg`Chats`,
  'calendar feeds': msg`Calendar feeds`,
  messages: msg`Messages`,
  'stored responses': msg`Stored responses`,
  'console drafts': msg`Operators’ drafts`,
  decision: msg`Decision`,
  flag: msg`Product status`,
  points: msg`Points`,
  expired: msg`Expired points`,
  held: msg`Held`,
  lot: msg`Lot`,
  company: msg`Company`,
  state: msg`Status`,
  number: msg`Number`,
  type: msg`Kind`,
  orders: msg`Orders`,
  batch: msg`Batch`,
  rows: msg`Rows`,
  sku: msg`Voucher`,
  downloaded: msg`Downloaded orders`,
  released_to: msg`Released to`,
  released_until: msg`Released until`,
  added: msg`Added`,
  unchanged: msg`Unchanged`,
  rejected: msg`Rejected`,
  low_at: msg`Warning below`,
  verdict: msg`Verdict`,
  sent_in: msg`Sent in`,
  version: msg`Version`,
  starts_on: msg`First day`,
  changes: msg`Number of changes`,
  tier_category: msg`Category`,
  levels: msg`Levels`,
  campaign: msg`Campaign`,
  id: msg`Id`,
  name_translated: msg`Name by language`,
  text_translated: msg`Text by language`,
  from: msg`From`,
  until: msg`Until`,
  grace_days: msg`Grace days`,
  types: msg`Product types`,
  tier_categories: msg`Categories`,
  reward: msg`Reward`,
  budget: msg`Budget`,
  label: msg`Label`,
  valid_days: msg`Validity in days`,
  revoked: msg`Revoked`,
  source: msg`Source`,
  status: msg`Status`,
  import_kind: msg`Content`,
  bytes: msg`Size in bytes`,
  new_rows: msg`New rows`,
  known_rows: msg`Rows stored before`,
  problem: msg`Problem`,
  taken_back: msg`Rows taken back`,
  kept: msg`Rows kept`,
  price_changes: msg`Changed prices`,
  act: msg`Action`,
  done: msg`Rows done`,
  failed: msg`Failed rows`,
  assigned_to: msg`Assigned to`,
  languages: msg`Languages`,
  note: msg`Note`,
  linked: msg`Linked record`,
  comment: msg`Comment`,
  kind: msg`Kind`,
  stock: msg`Stock`,
  variant: msg`Variant`,
  attributes: msg`Attributes`,
  price: msg`Price`,
  prices: msg`Prices`,
  title: msg`Title`,
  description: msg`Description`,
  category_uuid: msg`Category`,
  is_visible: msg`Visible`,
  show_at: msg`Shown from`,
  hide_at: msg`Hidden from`,
  picture: msg`Picture`,
  pictures: msg`Pictures`,
  decorative: msg`Decorative pictures`,
  position: msg`Position`,
  publish_at: msg`Planned for`,
  test_for: msg`Test for`,
  people: msg`People`,
  audience: msg`Audience`,
  notified: msg`Notified people`,
  key: msg`Key`,
  ended: msg`Ended`,
  removed: msg`Removed invitations`,
  invited: msg`Invited people`,
  operator: msg`Operator`,
  email: msg`Email address`,
  language: msg`Language`,
  grants: msg`Roles`,
  passkeys: msg`Passkeys`,
  leaves_one_approver: msg`Leaves one approver`,
  surname: msg`Surname`,
  verified_email_at: msg`Verified email address`,
  phone: msg`Phone number`,
  email_consent: msg`Consent to email`,
  phone_consent: msg`Consent to calls`,
  marketing_email_consent: msg`Consent to advertising by email`,
  marketing_phone_consent: msg`Consent to advertising by phone`,
  languages_id: msg`Language`,
  options: msg`Options`,
  fcm: msg`Push notifications`,
  avatar: msg`Photo`,
  created_at: msg`Added`,
  removed_at: msg`Removed`,
  ended_at: msg`Ended`,
  availability: msg`Takes new leads`,
  survey: msg`Answers about the company`,
  company_type: msg`Company type`,
  disclaimer_accepted: msg`Disclaimer accepted`,
  declaration_accepted: msg`Declaration accepted`,
  edenred_card: msg`Club card`,
};

const texts: Readonly<Record<AuditedText, MessageDescriptor>> = {
  title: msg`Title`,
  html: msg`Text`,
  video: msg`Video`,
  alternative: msg`Alternative text`,
};

const namesByField = new Map<string, MessageDescriptor>(Object.entries(names));

/**
 * Returns the label of a field that an operator or installer has changed. Fields that this version of the console
 * doesn't know get a general label.
 */
export function auditedFieldText(i18n: I18n, field: string): string {
  const name = namesByField.get(field);
  if (name) return i18n._(name);
  const auditedText = parseAuditedText(field);
  if (auditedText) {
    const text = i18n._(texts[auditedText.text]);
    const language = languageName(auditedText.language, i18n.locale);
    return i18n._(msg`${text} (${language})`);
  }
  return i18n._(msg`Another field`);
}

const grantList = v.array(
  v.object({ role: v.picklist(operatorRoleNames), regions: v.array(regionId) }),
);
const levelList = v.array(v.object({ from: v.number(), points: v.number() }));

/** Kinds of records whose states have names, with the field that has the state. */
const stateFields: Readonly<Record<string, readonly [field: string, kind: CompanyRecordKind]>> = {
  order: ['state', 'orders'],
  card: ['state', 'cards'],
  certificate: ['verdict', 'certificates'],
  lead: ['status', 'leads'],
  chat: ['status', 'chats'],
};
/** States that have another name in the audit than in a company's records. */
const stateNames = new Map<unknown, string>([
  ['in_review', 'inReview'],
  ...Object.entries(chatStatuses).map(([name, status]) => [status, name] as const),
]);

/**
 * Returns a value of an audited field in words, or a dash if it's empty.
 * @param recordKind kind of the changed record; null if it's unknown
 */
export function auditedValueText(
  i18n: I18n,
  recordKind: string | null,
  field: string,
  value: unknown,
): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return i18n._(value ? msg`Yes` : msg`No`);
  const [stateField, kind] = stateFields[recordKind ?? ''] ?? [];
  if (kind && stateField === field) {
    const state = typeof value === 'string' ? value : JSON.stringify(value);
    return recordStateText(i18n, kind, stateNames.get(value) ?? state);
  }
  if (field === 'grants' && v.is(grantList, value)) return grantsText(i18n, value);
  if (field === 'languages' && v.is(v.array(v.string()), value))
    return value.map((code) => languageText(code, i18n.locale)).join(', ');
  if (field === 'levels' && v.is(levelList, value))
    return value.map(({ from, points }) => i18n._(msg`from ${from}: +${points}`)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field === 'act') return bulkText(i18n, value);
  if (field === 'language' || field === 'sent_in') return languageText(value, i18n.locale);
  if (field === 'status' && recordKind === 'product_type') return productStatusText(i18n, value);
  if (field === 'reason' && recordKind === 'company') return pointEventText(i18n, value);
  return v.is(moment, value) ? timeText(i18n, value) : value;
}
