import type { MessageDescriptor, I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import { type OperatorError, toOperatorError } from './operator-error.ts';

/** Error messages by code. Each includes a statement about whether anything was changed. */
const texts: Readonly<Record<string, MessageDescriptor>> = {
  characters_unprintable: msg`A text has characters that can’t be printed on certificates. Nothing was changed.`,
  chat_full: msg`This chat is full. Nothing was sent. Ask the installer to start a new one.`,
  claimed: msg`Another operator is working on this. Nothing was changed. Take it over, or choose another record.`,
  newer_message: msg`A newer message has arrived. Nothing was changed. Read it, then try again.`,
  too_many_links: msg`This chat already has 20 linked records. Nothing was changed. Remove one first.`,
  too_many_templates: msg`This country already has 100 templates. Nothing was changed. Delete one first.`,
  conflict: msg`Someone else has changed this in the meantime. Nothing was changed. Read it again, then decide.`,
  email_taken: msg`Someone else has this email address. Nothing was changed.`,
  date_too_early: msg`The date is in the past. Nothing was changed.`,
  invalid_phone: msg`This phone number isn’t valid in the country. Nothing was changed.`,
  move_not_allowed: msg`This isn’t possible in the current status. Nothing was changed. Read it again.`,
  takes_no_leads: msg`This company doesn’t take leads at the moment. Nothing was changed. Choose another company.`,
  forbidden: msg`Your role doesn’t allow this. Nothing was changed.`,
  in_progress: msg`This is already being carried out. Wait a moment, then look at the result.`,
  installer_not_found: msg`This person doesn’t exist or isn’t active. Nothing was changed.`,
  internal: msg`Something went wrong on the server. It isn’t certain whether anything was changed. Repeat the step: it is carried out only once.`,
  invalid_code: msg`This code is wrong or no longer valid. Ask for a new one.`,
  invalid_input: msg`The server doesn’t accept this input. Nothing was changed.`,
  key_reused: msg`This step was already sent with other input. Nothing was changed. Reload the page.`,
  letters_not_allowed: msg`A phone number can’t contain letters. Nothing was changed.`,
  maintenance: msg`The server is under maintenance. Nothing was changed. Try again later.`,
  not_found: msg`This doesn’t exist, or it isn’t in your countries. Nothing was changed.`,
  csv_unreadable: msg`The lines can’t be read: one is too long, or a quote isn’t closed. Nothing was changed.`,
  too_many_codes: msg`An import can have at most 10,000 codes. Nothing was changed. Import them in parts.`,
  no_voucher_code: msg`There is no free code for this voucher. Nothing was changed. Enter the vendor’s code, or import codes.`,
  voucher_code_given: msg`Another order already has this code. Nothing was changed. Check the vendor’s answer.`,
  card_number_used: msg`Another card has this number. Nothing was changed. Check the number.`,
  card_not_allowed: msg`This company isn’t allowed to have a card. Nothing was changed. Allow it in the company’s flags first.`,
  card_usable: msg`The company already has a card that is issued or active. Nothing was changed. Replace or block that card.`,
  card_state: msg`The card’s status doesn’t allow this. Nothing was changed. Read it again.`,
  card_order: msg`The order isn’t for a card, or already has one. Nothing was changed. Read it again.`,
  order_voucher_given: msg`The customer has the voucher’s code, so the order can’t be reopened. Nothing was changed.`,
  order_card_issued: msg`The card of this order is still valid. Nothing was changed. Block the card first.`,
  order_card_needed: msg`An order of a card needs the card’s number. Nothing was changed. Open the order, and choose “Issue the card”.`,
  record_changed: msg`Someone else has changed this since the action started. Nothing was changed. Start the action again for this record.`,
  action_planned: msg`This has already been planned. Nothing was changed. Wait a few seconds, or undo it.`,
  order_decision_planned: msg`An order already has a pending decision. Nothing was changed. Wait a few seconds, or undo that decision.`,
  order_reason_needed: msg`A top-up needs a reason for the customer. Nothing was changed.`,
  order_approved: msg`The order has been approved in the meantime. Nothing was changed.`,
  order_failed: msg`A problem with the order has been reported in the meantime. Nothing was changed.`,
  order_negative: msg`The order has been rejected in the meantime, and its points returned. Nothing was changed.`,
  order_pending: msg`The order has changed in the meantime. Nothing was changed. Read it again.`,
  order_positive: msg`The order has been completed in the meantime. Nothing was changed.`,
  offline: msg`There is no connection to the server. It isn’t certain whether anything was changed. Repeat the step: it is carried out only once.`,
  own_act: msg`You can’t decide on your own action. Nothing was changed.`,
  own_company: msg`This is your own company. Nothing was changed. Ask a colleague to decide.`,
  own_access: msg`Only one other person would be left to approve actions. Nothing was changed. Ask them to change your access.`,
  several_countries: msg`Different people approve for these countries. Nothing was changed. Change one country at a time.`,
  approval_needed: msg`These price changes need a second person’s approval. Nothing was changed. Change the prices again to request it.`,
  two_steps: msg`The new role and the removed role need different approvals. Nothing was changed. First add the new role, then remove the old one.`,
  passkey_cancelled: msg`The passkey wasn’t used. Nothing was changed. Try again when you are ready.`,
  passkey_failed: msg`This browser can’t use a passkey here. Nothing was changed. Try another browser or a security key.`,
  passkey_known: msg`This device already has a passkey for you. Sign in with it.`,
  passkey_rejected: msg`The server doesn’t know this passkey, or it was used for another site. Sign in with a code.`,
  passkey_needed: msg`This needs your passkey. Nothing was changed.`,
  phone_taken: msg`Another person has this phone number. Nothing was changed.`,
  payload_too_large: msg`This is too large for the server. Nothing was changed.`,
  registration_number_taken: msg`Another company of this country has this number. Nothing was changed.`,
  server_full: msg`The server has no space left. Nothing was changed. Tell your administrator.`,
  session_expired: msg`Your session has ended. Nothing was changed. Sign in again.`,
  tax_number_needed: msg`This country needs this number, with at least 6 characters. Nothing was changed.`,
  timeout: msg`The server took too long. It isn’t certain whether anything was changed. Repeat the step: it is carried out only once.`,
  too_many_requests: msg`Too many attempts. Nothing was changed. Wait a moment, then try again.`,
  unauthorised: msg`You are signed out. Nothing was changed. Sign in again.`,
  unavailable: msg`The server is overloaded or starting. Nothing was changed. Try again in a moment.`,
  unreadable: msg`The server’s answer can’t be read. The console may be older than the server: reload the page.`,
  english_needed: msg`English needs a title, because it’s shown where a translation is missing. Nothing was changed.`,
  title_needed: msg`A language has a text but no title. Nothing was changed. Add the title, or empty the text.`,
  content_text_needed: msg`A language has a title but no text or video. Nothing was changed. Add one, or empty the title.`,
  picture_text_needed: msg`A picture has no alternative text in a language. Nothing was changed. Write the text, or mark the picture as decorative.`,
  picture_unknown: msg`The server doesn’t have one of the pictures. Nothing was changed. Upload it again.`,
  picture_unreadable: msg`The server can’t read this picture. Nothing was changed. Choose another file.`,
  announcement_english_needed: msg`English needs a title and a text, because they’re sent where a language is missing. Nothing was changed.`,
  announcement_incomplete: msg`A language has only a title, or only a text. Nothing was changed. Add the other, or empty both.`,
  record_erased: msg`Personal data was erased, so comments can’t be added. Nothing was changed.`,
  same_verdict: msg`The certificate already has this verdict. Nothing was changed.`,
  certificate_rejected: msg`A rejected certificate isn’t sent. Nothing was sent. Make it valid first.`,
  content_too_long: msg`A text is too long. Nothing was changed. Shorten it.`,
  content_planned: msg`The publication is planned. Nothing was changed. Cancel the plan first.`,
  campaign_started: msg`The campaign has started. Nothing was changed. Its start can’t be later, and its end can’t be in the past.`,
  campaign_ended: msg`The campaign has ended. Nothing was changed.`,
  campaign_english_needed: msg`The English name or text is missing. Nothing was changed.`,
  campaign_id_used: msg`This country has had a campaign with this id. Nothing was changed. Choose another id.`,
  campaign_missing: msg`This campaign no longer exists. Nothing was changed.`,
  campaign_no_levels: msg`No level is chosen, so no company would take part. Nothing was changed.`,
  campaign_no_types: msg`No product is chosen, so none would count. Nothing was changed.`,
  campaign_type_unknown: msg`A product type doesn’t exist. Nothing was changed.`,
  too_many_campaigns: msg`The country already has 100 campaigns. Nothing was changed.`,
  points_too_low: msg`The company doesn’t have enough points. Nothing was changed.`,
  correction_reversed: msg`This correction has already been reversed. Nothing was changed.`,
  already_scanned: msg`Another product with this serial number already counts. Nothing was changed.`,
  not_returnable: msg`Only an accepted product of a closed project can be taken back. Nothing was changed.`,
  not_returned: msg`This product isn’t rejected, or already counts again. Nothing was changed.`,
  stock_too_high: msg`The stock would be too large. Nothing was changed. Enter a smaller number.`,
  stock_too_low: msg`There isn’t enough in stock. Nothing was changed.`,
  start_out_of_range: msg`The start must be today, or up to two years later. Nothing was changed.`,
  year_started: msg`Only the levels of the next year can be changed. Nothing was changed.`,
  products_counted: msg`Companies have products in this category this year. Nothing was changed. Start its first levels next year.`,
  version_planned: msg`Another change is already planned, and one would undo the other. Nothing was changed. First cancel the planned change in “Versions”.`,
  company_types_missing: msg`Companies must choose a type, but there would be none. Nothing was changed. Keep a type, or make the choice optional first.`,
  company_type_used: msg`Companies have a type that would be removed. Nothing was changed. Keep it, and change its texts instead.`,
  entry_twice: msg`Two entries have the same number or code. Nothing was changed.`,
  unknown_type: msg`This product type doesn’t exist. Nothing was changed.`,
  product_type_scanned: msg`Products of this type have been scanned, so the type keeps its tier category. Nothing was changed.`,
  shared_by_countries: msg`Countries outside your role have companies, and share the product types. Nothing was changed. Ask an administrator.`,
  category_name_used: msg`Another category of this country has this name. Nothing was changed. Choose another name.`,
  category_has_products: msg`The category has products. Nothing was changed. Give them another category first, or hide it.`,
  too_many_categories: msg`This country already has 50 categories. Nothing was changed. Delete one first.`,
  product_number_used: msg`Another product of this country has this number. Nothing was changed. Choose another number.`,
  variant_number_used: msg`Another variant of this country has this number. Nothing was changed. Choose another number.`,
  former_price: msg`A removed variant with this number had a price that differs by more than half. Nothing was changed. Add it with that price, then change the price.`,
  variants_alike: msg`Variants must differ in the same attributes. Nothing was changed. Enter other values.`,
  too_many_variants: msg`The product already has 50 variants. Nothing was changed. Remove one first.`,
  last_variant: msg`A product needs at least one variant. Nothing was changed. To stop selling it, change the product.`,
  material_mismatch: msg`The material doesn’t match the vendor. Nothing was changed.`,
  material_unavailable: msg`There is no marketing material in this country’s language. Nothing was changed.`,
  dates_reversed: msg`The product would be hidden before it is shown. Nothing was changed.`,
  batch_no_orders: msg`Every approved order of this vendor is in a batch. Nothing was changed.`,
  batch_waiting: msg`A second person hasn’t decided about this file yet. Nothing was changed.`,
  import_other_file: msg`The uploaded parts don’t match the file. The last part wasn’t stored. Start a new import.`,
  import_incomplete: msg`Parts of the file are missing. Nothing was changed. Upload the file again.`,
  import_state: msg`The import has a new status. Nothing was changed. Reload the import.`,
  import_waiting: msg`A second person hasn’t decided yet. Nothing was changed.`,
  import_columns: msg`Each required column needs its own column of the file. Nothing was changed.`,
  csv_not_text: msg`The file isn’t text in UTF-8. Nothing was changed. Save it as “CSV UTF-8”, and start a new import.`,
  unsupported_media: msg`The server doesn’t accept this kind of file. Nothing was changed.`,
};

/** Messages for failed reads, where the text for an action would suggest an uncertain outcome. */
const readTexts: Readonly<Record<string, MessageDescriptor>> = {
  internal: msg`Something went wrong on the server. Nothing was changed. Try again in a moment.`,
  offline: msg`There is no connection to the server. Nothing was changed.`,
  timeout: msg`The server took too long. Nothing was changed. Try again.`,
};

/** Codes that have a message. */
export const explainedCodes: ReadonlySet<string> = new Set(Object.keys(texts));

/** Returns the message for a failure. */
export function errorText(i18n: I18n, error: OperatorError): string {
  // A reason is more specific than `forbidden`.
  const text = i18n._(
    texts[error.reason ?? ''] ??
      (error.isRead ? readTexts[error.code] : undefined) ??
      texts[error.code] ??
      unknownText,
  );
  if (error.code === 'invalid_code' && error.triesLeft !== null && error.triesLeft > 0) {
    const left = error.triesLeft;
    return `${text} ${i18n._(msg`${plural(left, { one: '# try left.', other: '# tries left.' })}`)}`;
  }
  if (error.code === 'too_many_requests' && error.retryAfterS !== null) {
    const minutes = Math.ceil(error.retryAfterS / 60);
    return i18n._(
      msg`Too many attempts. Nothing was changed. Try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`,
    );
  }
  return text;
}

/** Explains why a row of a bulk action failed. */
export function problemText(i18n: I18n, problem: string): string {
  return i18n._(texts[problem] ?? unknownText);
}

/** Marks an audited action that failed. */
export const failedText = msg({ message: 'Failed', context: 'audit' });

/** Explains why an audited action failed; null if it's done or has no known reason. */
export function failureText(i18n: I18n, outcome: string | null): string | null {
  const text = texts[outcome ?? ''];
  return text ? i18n._(text) : null;
}

const unknownText = msg`The server couldn’t do this. Reload the page before you try again.`;

/** Returns a function that explains a failure. */
export function useErrorText(): (error: unknown) => string {
  const { i18n } = useLingui();
  return useCallback((error) => errorText(i18n, toOperatorError(error)), [i18n]);
}
