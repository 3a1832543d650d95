import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { ApiErrorCode } from '#schemas/api/errors.ts';
import type { CallErrorCode } from '#sync/http/call-error.ts';
import type { SyncErrorCode } from '#sync/store/sync-error.ts';
import { brand } from '#brand';
import { deviceErrorMessages } from '../device/device-error-messages.ts';
import { codeOf, retryAfterOf, triesLeftOf } from './error-code.ts';

const product = brand.manufacturer;
/** Fallback for errors without a message of their own (spec 1 §8). */
const generic = msg`Something went wrong. Please try again.`;
const concurrentChange = msg`Somebody changed this in the meantime. Look at it and try again.`;
const notFound = msg`This was not found. It may have been removed.`;
const notValid = msg`Some of what was entered is not valid. Check it and try again.`;
const unanswered = msg`A question still needs an answer.`;
const offlineMessage = msg`You are offline. Try again when you have a connection.`;
const newerApp = msg`This needs a newer version of the app. Update it and try again.`;

/** A message for every code; the compiler enforces one for each new code. */
export const errorMessages: Record<
  ApiErrorCode | CallErrorCode | SyncErrorCode | keyof typeof deviceErrorMessages,
  MessageDescriptor
> = {
  invalid_input: notValid,
  not_a_product: msg`This is not a valid ${product} product.`,
  unknown_serial: msg`This is not a valid ${product} product. The serial number is not in the registry.`,
  serial_mismatch: msg`This is not a valid ${product} product. The serial number belongs to another product.`,
  type_not_allowed: msg`This is not a valid ${product} product. This type does not count for your account.`,
  photo_needed: msg`This product needs a photo. Take it and save again.`,
  survey_incomplete: unanswered,
  reasons_needed: msg`Choose at least one reason.`,
  agreement_incomplete: msg`Something is still missing in the agreement.`,
  date_too_early: msg`The date is in the past. Choose today or a later day.`,
  unauthorised: msg`Sign in to continue. What you saved is kept on this phone.`,
  session_expired: msg`Your session has ended. Sign in again; what you saved is kept on this phone.`,
  refresh_reused: msg`Your session has ended. Sign in again; what you saved is kept on this phone.`,
  forbidden: msg`Your account is not allowed to do this.`,
  not_found: notFound,
  chat_not_found: notFound,
  lead_not_found: msg`This lead is not with your company any more.`,
  installer_not_found: msg`Installer not found.`,
  product_not_found: msg`This is not a valid ${product} product.`,
  project_not_found: msg`This project does not exist any more.`,
  photo_not_found: msg`The photo has not arrived yet. It will be sent again.`,
  invalid_code: msg`This code is wrong or no longer valid. Ask for a new one.`,
  already_scanned: msg`This product has been scanned already.`,
  conflict: concurrentChange,
  lead_moved_on: msg`This lead was moved in the meantime, by somebody else or because its time was over.`,
  move_not_allowed: msg`The lead can't be moved there from where it is now.`,
  lead_refused: msg`Decide first about the change that was not accepted.`,
  code_missing: newerApp,
  company_type_unknown: notValid,
  acceptance_needed: msg`This has to be accepted first.`,
  tax_number_needed: msg`This number is required. Enter at least 6 characters.`,
  address_incomplete: msg`The address is not complete. Fill in what is missing.`,
  phone_region_mismatch: msg`The phone number and the address are of different countries.`,
  product_unavailable: msg`This product is not sold any more.`,
  price_changed: msg`The price has changed. Look at the new one before you order.`,
  out_of_stock: msg`There are not as many left. Choose fewer.`,
  insufficient_points: msg`Your company doesn't have enough points for this.`,
  minimum_not_reached: msg`The order is below the minimum.`,
  card_pending: msg`A card is on its way already.`,
  card_windows_needed: msg`Too few windows were scanned this year to order the card.`,
  card_not_found: msg`This number can't be registered for your company. Compare it with your card; if it is right, write to support.`,
  card_registered: msg`Your company has registered another card already.`,
  card_inactive: msg`The card is not active, so points can't be moved onto it.`,
  file_not_found: msg`The file has not arrived. Choose it again.`,
  installer_exists: msg`Installer exists.`,
  invalid_phone: msg`Invalid phone number.`,
  letters_not_allowed: msg`Letters are not allowed.`,
  category_unknown: msg`This kind of product can't stand on a certificate any more. Choose another.`,
  product_twice: msg`A product may be named only once in a category. Change its quantity instead.`,
  validity_too_short: msg`The certificate has to be valid for longer. Choose a later day.`,
  letters_unprintable: msg`Some letters here can't be printed. Use other ones.`,
  // The editor has already shown what is wrong, and where.
  material_incomplete: notValid,
  material_mismatch: notValid,
  email_taken: msg`The email has already been taken.`,
  phone_taken: msg`Phone number is not unique.`,
  phone_fixed: msg`Another owner already signs in with this number, so it can’t be changed here.`,
  team_full: msg`Your team has as many members as it may have in your country.`,
  registration_number_taken: msg`The company registration number has already been taken.`,
  email_needed: msg`Your profile has no e-mail address yet. Add one first.`,
  date_fixed: msg`The installation is on that day already, so its date can't be changed any more.`,
  chat_full: msg`This conversation is full. Write in a new one.`,
  project_of_lead: msg`This project comes from a lead, so it stays. If the customer cancelled, say so on the project.`,
  project_not_closed: msg`This project is not completed yet.`,
  certificate_exists: msg`This project has a certificate already.`,
  project_not_open: msg`This project is not open any more.`,
  project_has_products: msg`This project still has products. Remove them first.`,
  checkpoint_stale: generic,
  in_progress: msg`The same request is still being processed. Try again in a moment.`,
  payload_too_large: msg`This is too much to send at once.`,
  unsupported_media: msg`This kind of file can't be used.`,
  hash_mismatch: msg`The photo arrived damaged. It will be sent again.`,
  key_reused: generic,
  too_many_requests: msg`Too many attempts. Wait a few minutes and try again.`,
  internal: generic,
  maintenance: msg`The service is not available right now. Try again in a few minutes.`,
  unavailable: msg`The service is not available right now. Try again in a few minutes.`,
  server_full: msg`The service has no room left to save this. Try again later.`,

  offline: offlineMessage,
  timeout: msg`The server took too long to answer. Try again.`,
  cancelled: msg`This was cancelled.`,
  not_an_answer: msg`This network does not reach the service. You may have to sign in to the network first.`,
  too_large_for_network: msg`This network blocks anything this large. Try again on another network.`,
  unknown_shape: newerApp,

  storage_full: msg`This phone has no space left, so this was not saved. Free some space and try again.`,
  database_newer: newerApp,
  database_hung: msg`The storage of this phone does not answer. Close other tabs of the app and try again.`,
  database_failed: msg`The storage of this phone could not be opened. Try again.`,
  migration_failed: msg`Your data could not be updated to this version. Nothing is lost; try again.`,
  ...deviceErrorMessages,
};

/** Message for a wrong code with the attempts left. */
function triesMessage(tries: number): MessageDescriptor {
  return msg`${plural(tries, {
    one: 'This code is wrong. You have # try left.',
    other: 'This code is wrong. You have # tries left.',
  })}`;
}

const MINUTE_MS = 60_000;

/** Message for too many attempts, with the server's waiting time; a daily limit lasts until the day ends. */
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
    : generic;
}

/** Returns a function that translates errors into messages. The only place that does. */
export function useErrorMessage(): (error: unknown) => string {
  const { i18n } = useLingui();
  return useCallback((error) => i18n._(errorMessage(error)), [i18n]);
}
