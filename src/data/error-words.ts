import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { ApiErrorCode } from '#schemas/api/errors.ts';
import type { CallErrorCode } from '#sync/call-error.ts';
import type { SyncErrorCode } from '#sync/sync-error.ts';
import { brand } from '#src/brand.ts';
import { codeOf } from './error-code.ts';

const product = brand.manufacturer;
/** For everything that nobody has better words for (spec 1 §8). */
const generic = msg`Something went wrong. Please try again.`;
const changedMeanwhile = msg`Somebody changed this in the meantime. Look at it and try again.`;
const gone = msg`This was not found. It may have been removed.`;
const notValid = msg`Some of what was entered is not valid. Check it and try again.`;
const unanswered = msg`A question still needs an answer.`;
const noNetwork = msg`You are offline. Try again when you have a network.`;
const newerApp = msg`This needs a newer version of the app. Update it and try again.`;

/** What can go wrong on the device beside the database: photos. */
type PhotoErrorCode = 'photo_unreadable' | 'photo_too_large';

/** A sentence for every code there is; the compiler asks for the words of a new one. */
export const words: Record<
  ApiErrorCode | CallErrorCode | SyncErrorCode | PhotoErrorCode,
  MessageDescriptor
> = {
  invalid_input: notValid,
  not_a_product: msg`This is not a valid ${product} product.`,
  unknown_serial: msg`This is not a valid ${product} product. The serial number is not in the registry.`,
  serial_mismatch: msg`This is not a valid ${product} product. The serial number belongs to another product.`,
  type_not_allowed: msg`This is not a valid ${product} product. This type does not count for your account.`,
  survey_incomplete: unanswered,
  reasons_needed: unanswered,
  agreement_incomplete: unanswered,
  date_too_early: notValid,
  unauthorised: msg`Sign in to go on. What you saved is kept on this phone.`,
  session_expired: msg`Your session has ended. Sign in again; what you saved is kept on this phone.`,
  refresh_reused: msg`Your session has ended. Sign in again; what you saved is kept on this phone.`,
  forbidden: msg`Your account may not do this.`,
  not_found: gone,
  lead_not_found: gone,
  installer_not_found: msg`Installer not found.`,
  product_not_found: msg`This is not a valid ${product} product.`,
  project_not_found: msg`This project does not exist any more.`,
  photo_not_found: msg`The photo has not arrived yet. It is sent again.`,
  invalid_code: msg`This code is wrong or no longer valid. Ask for a new one.`,
  already_scanned: msg`This product has been scanned already.`,
  conflict: changedMeanwhile,
  lead_moved_on: changedMeanwhile,
  move_not_allowed: changedMeanwhile,
  lead_refused: changedMeanwhile,
  code_missing: newerApp,
  date_fixed: notValid,
  project_of_lead: generic,
  project_not_open: msg`This project is not open any more.`,
  project_has_products: msg`This project still has products. Remove them first.`,
  checkpoint_stale: generic,
  in_progress: msg`The same request is still being worked on. Try again in a moment.`,
  payload_too_large: msg`This is too much to send at once.`,
  unsupported_media: msg`This kind of file can't be used.`,
  hash_mismatch: msg`The photo arrived damaged. It is sent again.`,
  key_reused: generic,
  too_many_requests: msg`That was too often. Wait a few minutes and try again.`,
  internal: generic,
  maintenance: msg`The service is being maintained. Try again in a few minutes.`,

  offline: noNetwork,
  timeout: msg`The answer took too long. Try again.`,
  cancelled: msg`This was cancelled.`,
  not_an_answer: msg`This network does not reach the service. It may want you to sign in to it first.`,
  unknown_shape: newerApp,

  storage_full: msg`This phone has no space left, so this was not saved. Free some space and try again.`,
  database_newer: newerApp,
  database_hung: msg`The storage of this phone does not answer. Close other tabs of the app and try again.`,
  database_failed: msg`The storage of this phone could not be opened. Try again.`,
  migration_failed: msg`Your data could not be brought to this version. It is untouched; try again.`,
  scan_not_found: msg`This scan is not on this phone any more.`,
  closing_on_its_way: msg`The closing of this project is on its way and can't be taken back.`,
  photo_damaged: msg`The photo could not be kept. Take it again.`,
  photo_unreadable: msg`This photo can't be read. Take another one.`,
  photo_too_large: msg`This photo is too large. Take another one.`,
};

/** The words for an error, a refusal, or anything else that was thrown. */
export function errorMessage(error: unknown): MessageDescriptor {
  const code = codeOf(error);
  return code !== null && Object.hasOwn(words, code) ? words[code as keyof typeof words] : generic;
}

/** The one translator of codes into sentences, in the person's language. */
export function useErrorWords(): (error: unknown) => string {
  const { i18n } = useLingui();
  return useCallback((error) => i18n._(errorMessage(error)), [i18n]);
}
