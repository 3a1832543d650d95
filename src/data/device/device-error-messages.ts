import { msg } from '@lingui/core/macro';

/**
 * Messages for errors of data on the device: photos, exported files, unsent work. They load with the
 * screens that need them, not with the first one.
 */
export const deviceErrorMessages = {
  scan_not_found: msg`This scan is not on this phone any more.`,
  edit_on_its_way: msg`This change is on its way and can't be taken back.`,
  project_begun: msg`The project has been sent meanwhile and stays as it was sent.`,
  closing_on_its_way: msg`The closing of this project is on its way and can't be taken back.`,
  file_unreadable: msg`This file can't be read. Choose a file that this app has saved.`,
  file_newer: msg`A newer version of the app has saved this file. Update the app and try again.`,
  file_of_other_account: msg`This file is of another account.`,
  photo_damaged: msg`The photo could not be kept. Take it again.`,
  photo_lost: msg`The photo can't be read on this phone any more. Take it again.`,
  photo_unreadable: msg`This photo can't be read. Take another one.`,
  photo_heic: msg`This browser can't open HEIC photos. Take a new photo, or choose a JPEG.`,
  photo_too_large_for_network: msg`This network lets no photo of this size through. Try again on another network.`,
  photo_too_large: msg`This photo is too large. Take another one.`,
};
