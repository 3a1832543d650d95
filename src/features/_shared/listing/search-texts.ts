/**
 * Search texts of lists. They contain personal data, so the address has only a key; the text is in
 * the tab's storage, which sign-out clears.
 */
const PREFIX = 'club.find.';
const MAX_LENGTH = 200;

/** @returns an empty text for an unknown key, such as in a link from another device */
export function loadSearchText(key: string | undefined): string {
  if (key === undefined) return '';
  try {
    return sessionStorage.getItem(PREFIX + key)?.slice(0, MAX_LENGTH) ?? '';
  } catch {
    return '';
  }
}

export function saveSearchText(key: string, text: string): void {
  try {
    sessionStorage.setItem(PREFIX + key, text.slice(0, MAX_LENGTH));
  } catch {
    // Without storage, only a reload loses the text.
  }
}

/** A key that is unique in this tab. */
export function newSearchKey(): string {
  return crypto.randomUUID().slice(0, 8);
}
