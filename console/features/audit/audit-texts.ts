import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { failedText } from '#console/data/error-texts.ts';

const kinds = {
  act: msg`Action`,
  read: msg`Read`,
  sign_in: msg`Sign-in`,
} as const satisfies Record<string, MessageDescriptor>;

export const kindText = (i18n: I18n, kind: keyof typeof kinds): string => i18n._(kinds[kind]);

/** Result of an action. */
export function outcomeText(i18n: I18n, outcome: string | null): string {
  if (outcome === 'done') return i18n._(msg({ message: 'Done', context: 'audit' }));
  if (outcome === null) return i18n._(msg`Unfinished`);
  return i18n._(failedText);
}

/** Names of the kinds of records. */
const records: Readonly<Record<string, MessageDescriptor>> = {
  announcement: msg`Announcement`,
  approval: msg`Approval`,
  bulk_job: msg`Bulk action`,
  campaign: msg`Campaign`,
  card: msg`Card`,
  certificate: msg`Certificate`,
  chat: msg`Chat`,
  chat_template: msg`Template`,
  company: msg`Company`,
  content: msg`News or tutorial`,
  held_lot: msg`Lot`,
  import: msg`Import`,
  installer: msg`Person`,
  lead: msg`Lead`,
  lead_request: msg`Request`,
  lead_token: msg`Token for requests`,
  operator: msg`Operator`,
  order: msg`Order`,
  order_batch: msg`Batch`,
  product: msg`Product`,
  product_category: msg`Category`,
  product_type: msg`Product type`,
  project: msg`Project`,
  scan: msg`Scanned product`,
  settings: msg`Settings`,
  settings_version: msg`Settings`,
  survey: msg`Survey`,
  tier: msg`Levels`,
  variant: msg`Variant`,
  voucher_pool: msg`Voucher`,
};

/** Kinds of records that have a name. */
export const namedRecords: ReadonlySet<string> = new Set(Object.keys(records));

/** A record as its kind and id, such as `Order 3f2a…`. Unknown kinds of a newer server are shown as their code. */
export function recordText(i18n: I18n, kind: string | null, id: string | null): string {
  const name = records[kind ?? ''];
  return [name ? i18n._(name) : kind?.replaceAll('_', ' '), id].filter(Boolean).join(' ') || '–';
}
