import { msg } from '@lingui/core/macro';

/**
 * Messages for errors with data on the device: photos, exported files, unsent work. Loaded by the screens that
 * need them, not by the first one.
 */
export const deviceErrorMessages = {
  scan_not_found: msg`This product is no longer on this phone.`,
  attachment_not_found: msg`This photo or document is no longer on this phone.`,
  attachment_quota_full: msg`The space for photos and documents on this phone is full. Send them first, or delete some.`,
  edit_on_its_way: msg`This change is already being sent, so you can’t undo it.`,
  project_begun: msg`The project has already been sent, so this change wasn’t saved.`,
  closing_on_its_way: msg`This project is already being closed. You can’t undo it.`,
  file_unreadable: msg`This file can’t be read. Choose a file saved by this app.`,
  file_newer: msg`This file was saved by a newer version. Update the app and try again.`,
  file_of_other_account: msg`This file belongs to another account.`,
  new_photo_not_needed: msg`The product has been accepted, so your new photo isn’t needed. You can discard it.`,
  photo_damaged: msg`The photo couldn’t be saved. Take it again.`,
  photo_lost: msg`This photo can no longer be read. Take it again.`,
  photo_unreadable: msg`This photo can’t be read. Take another one.`,
  photo_heic: msg`This browser can’t open HEIC photos. Take a new photo, or choose a JPEG.`,
  photo_too_large_for_network: msg`This photo is too large for this network. Try again on another network.`,
  photo_too_large: msg`This photo is too large. Take another one.`,
};
