import type { ParsePhone } from '#schemas/phone.ts';

let loading: Promise<ParsePhone> | null = null;

/** Loads the rules of phone numbers, once: too large for the first paint, needed for the check. @throws where it can't be loaded */
export function loadPhoneParser(): Promise<ParsePhone> {
  loading ??= import('./phone-parser.ts').then(({ parsePhone }) => parsePhone);
  // A failed load may be tried again.
  loading.catch(() => (loading = null));
  return loading;
}
