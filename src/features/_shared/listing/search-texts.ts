/**
 * What is searched for in lists. Names and addresses are personal data, so an address holds only a key; the text stays
 * in this tab's storage, which a sign-out clears.
 */
const PREFIX = 'club.find.';
const MAX_LENGTH = 200;

/** @returns the empty text for an unknown key, such as that of a link from another device */
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
    // Without storage the text is lost with a reload only.
  }
}

/** A key that no other search of this tab has. */
export function newSearchKey(): string {
  return crypto.randomUUID().slice(0, 8);
}
