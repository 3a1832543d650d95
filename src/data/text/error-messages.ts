import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { type ApiErrorCode, COMPANY_BLOCKED } from '#schemas/api/errors.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import type { CallErrorCode } from '#sync/http/call-error.ts';
import type { SyncErrorCode } from '#sync/store/sync-error.ts';
import { brand } from '#brand';
import { loadDeferredTexts } from '#src/i18n/activate-language.ts';
import { deviceErrorMessages } from '../device/device-error-messages.ts';
import { codeOf, genericMessage, offlineMessage, retryAfterOf, triesLeftOf } from './error-code.ts';

const product = brand.manufacturer;
const concurrentChangeMessage = msg`Someone else changed this. Check the new version and try again.`;
const notFoundMessage = msg`We couldn’t find this. It may have been removed.`;
const invalidMessage = msg`Some details aren’t valid. Check them and try again.`;
const unansweredMessage = msg`Answer all questions first.`;
const newerAppMessage = msg`This needs a newer version of the app. Update it and try again.`;

/** A message for every code; a new code without one doesn't compile. */
export const errorMessages: Record<
  | ApiErrorCode
  | CallErrorCode
  | SyncErrorCode
  | keyof typeof deviceErrorMessages
  | typeof COMPANY_BLOCKED,
  MessageDescriptor
> = {
  invalid_input: invalidMessage,
  not_a_product: msg`This is not a valid ${product} product.`,
  unknown_serial: msg`This is not a valid ${product} product. We don’t know this serial number. Check it.`,
  serial_mismatch: msg`This is not a valid ${product} product. The serial number belongs to another product.`,
  type_not_allowed: msg`This is not a valid ${product} product. You don’t earn points for this type.`,
  photo_needed: msg`This product needs a photo. Take one, then save again.`,
  survey_incomplete: unansweredMessage,
  reasons_needed: msg`Choose at least one reason.`,
  agreement_incomplete: msg`The agreement isn’t complete. Fill in the missing details.`,
  date_too_early: msg`The date is in the past. Choose today or a later day.`,
  unauthorised: msg`Sign in to continue. Your saved work is still on this phone.`,
  session_expired: msg`You’ve been signed out. Sign in again. Your saved work is still on this phone.`,
  refresh_reused: msg`You’ve been signed out. Sign in again. Your saved work is still on this phone.`,
  forbidden: msg`You don’t have permission to do this. Ask your company owner.`,
  not_found: notFoundMessage,
  chat_not_found: notFoundMessage,
  lead_not_found: msg`This lead is no longer assigned to your company.`,
  installer_not_found: msg`Installer not found. Check your entry, or register your company.`,
  product_not_found: msg`This is not a valid ${product} product.`,
  project_not_found: msg`This project no longer exists.`,
  photo_not_found: msg`The photo hasn’t uploaded yet. We’ll try again.`,
  [COMPANY_BLOCKED]: msg`Your company’s account is blocked. People in your company can’t sign in now. Contact support to find out why.`,
  invalid_code: msg`This code is wrong or no longer valid. Request a new one.`,
  already_scanned: msg`This product has been scanned already.`,
  conflict: concurrentChangeMessage,
  lead_moved_on: msg`This lead has changed: someone moved it, or its deadline passed. Check where it is now.`,
  move_not_allowed: msg`You can’t move the lead to that step from here.`,
  lead_refused: msg`First decide what to do with the change that wasn’t accepted.`,
  code_missing: newerAppMessage,
  company_type_unknown: invalidMessage,
  acceptance_needed: msg`Tick the box to continue.`,
  tax_number_needed: msg`This number is required. Enter at least 6 characters.`,
  address_incomplete: msg`The address isn’t complete. Fill in the missing details.`,
  phone_region_mismatch: msg`The phone number and address are in different countries. Change one of them.`,
  product_unavailable: msg`This product is no longer available.`,
  price_changed: msg`The price has changed. Check it before you order.`,
  out_of_stock: msg`There isn’t enough stock. Choose a smaller quantity.`,
  insufficient_points: msg`Your company doesn’t have enough points for this.`,
  minimum_not_reached: msg`The order is below the minimum. Add more to continue.`,
  card_pending: msg`A card is already on its way.`,
  too_few_windows: msg`Your company hasn’t scanned enough windows this year.`,
  card_not_found: msg`This number can’t be registered to your company. Check it against your card. If it matches, contact support.`,
  card_registered: msg`Your company already has another card registered.`,
  card_inactive: msg`The card isn’t active, so you can’t top it up.`,
  file_not_found: msg`The file didn’t upload. Choose it again.`,
  installer_exists: msg`Installer exists. Sign in instead.`,
  invalid_phone: msg`Invalid phone number. Check it and try again.`,
  letters_not_allowed: msg`Letters are not allowed. Use numbers only.`,
  category_unknown: msg`This product type can no longer be added to certificates. Choose another.`,
  product_twice: msg`This product is already in this category. Change its quantity instead.`,
  validity_too_short: msg`The certificate must be valid for longer. Choose a later date.`,
  characters_unprintable: msg`Some characters here can’t be printed. Replace them.`,
  // The editor has already shown each problem at its field.
  material_incomplete: invalidMessage,
  material_invalid: invalidMessage,
  email_taken: msg`The email has already been taken. Use another one.`,
  phone_taken: msg`Phone number is not unique. Use another one.`,
  phone_immutable: msg`Another owner already signs in with this number, so it can’t be changed here.`,
  team_full: msg`Your team has reached the maximum size for your country. Remove someone first.`,
  registration_number_taken: msg`The company registration number has already been taken. Check it, or contact support.`,
  email_needed: msg`Your profile has no email address yet. Add one first.`,
  date_immutable: msg`The installation is today, so you can’t change the date.`,
  chat_full: msg`This conversation is full. Start a new one.`,
  project_of_lead: msg`This project comes from a lead, so you can’t delete it. If the customer cancelled, choose “Customer cancelled” in the project.`,
  project_not_closed: msg`This project isn’t closed yet.`,
  certificate_exists: msg`This project already has a certificate.`,
  share_limit_reached: msg`This project already has 20 links. Revoke one first.`,
  photos_not_available: msg`Some chosen photos were removed or haven’t been sent yet. Choose again.`,
  project_not_open: msg`This project is no longer open.`,
  new_photo_not_accepted: msg`A new photo is no longer accepted for this product. Contact support if you disagree.`,
  attachments_full: msg`This project has the maximum number of photos. Delete one before you add another.`,
  company_storage_full: msg`Your company’s space for photos and documents is full. Delete some, then try again.`,
  project_has_products: msg`This project still has products. Remove them first.`,
  checkpoint_stale: genericMessage,
  in_progress: msg`The same request is still being processed. Try again in a moment.`,
  payload_too_large: msg`That’s too much at once. Send fewer items.`,
  unsupported_media: msg`This file type isn’t supported. Choose another file.`,
  hash_mismatch: msg`The photo was damaged on the way. We’ll send it again.`,
  key_reused: genericMessage,
  too_many_requests: msg`Too many attempts. Wait a few minutes and try again.`,
  internal: genericMessage,
  maintenance: msg`The service isn’t available right now. Try again in a few minutes.`,
  unavailable: msg`The service isn’t available right now. Try again in a few minutes.`,
  server_full: msg`Our server is out of space. Try again later.`,

  offline: offlineMessage,
  timeout: msg`The server took too long to answer. Try again.`,
  cancelled: msg`The request was cancelled. Try again.`,
  not_an_answer: msg`This network is blocking the app. You may need to sign in to the Wi-Fi first.`,
  too_large_for_network: msg`This network blocks large files. Try again on another network.`,
  unknown_shape: newerAppMessage,

  storage_full: msg`This phone is full, so this wasn’t saved. Free up some space and try again.`,
  database_newer: newerAppMessage,
  database_hung: msg`The app can’t use this phone’s storage. Close other tabs with this app and try again.`,
  database_failed: msg`This phone’s storage couldn’t be opened. Try again.`,
  migration_failed: msg`Your data couldn’t be updated to this version. Nothing is lost. Try again.`,
  ...deviceErrorMessages,
};

/** Message for a wrong code with the attempts left. */
function triesMessage(tries: number): MessageDescriptor {
  return msg`${plural(tries, {
    one: 'This code is wrong. You have # try left.',
    other: 'This code is wrong. You have # tries left.',
  })}`;
}

/** Message for too many attempts, with the time to wait; a daily limit lasts until the day ends. */
function waitMessage(waitMs: number): MessageDescriptor {
  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS));
  if (minutes < 60) {
    return msg`${plural(minutes, {
      one: 'Too many attempts. Try again in # minute.',
      other: 'Too many attempts. Try again in # minutes.',
    })}`;
  }
  const hours = Math.ceil(minutes / 60);
  return msg`${plural(hours, {
    one: 'Too many attempts. Try again in # hour.',
    other: 'Too many attempts. Try again in # hours.',
  })}`;
}

/** Returns the message for an error or anything else thrown. */
export function errorMessage(error: unknown): MessageDescriptor {
  const code = codeOf(error);
  const waitMs = retryAfterOf(error);
  const triesLeft = triesLeftOf(error);
  if (triesLeft > 0) return triesMessage(triesLeft);
  if (code === 'too_many_requests' && waitMs !== null) return waitMessage(waitMs);
  return code !== null && Object.hasOwn(errorMessages, code)
    ? errorMessages[code as keyof typeof errorMessages]
    : genericMessage;
}

/** Translates an error. Returns the generic text until the deferred texts are loaded; screens then rerender. */
export function errorText(i18n: I18n, error: unknown): string {
  const message = errorMessage(error);
  const { messages } = i18n;
  if (message.id in messages || !(genericMessage.id in messages)) return i18n._(message);
  loadDeferredTexts().catch(() => undefined);
  return i18n._(genericMessage);
}

/** Returns a function that translates errors into messages. Use it for all error messages. */
export function useErrorMessage(): (error: unknown) => string {
  const { i18n } = useLingui();
  return useCallback((error) => errorText(i18n, error), [i18n]);
}
