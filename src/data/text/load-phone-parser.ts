import type { ParsePhone } from '#schemas/phone.ts';

let loading: Promise<ParsePhone> | null = null;

/**
 * Loads the phone parser once. It's too large for the first paint.
 * @throws if loading fails
 */
export function loadPhoneParser(): Promise<ParsePhone> {
  loading ??= import('./phone-parser.ts').then(({ parsePhone }) => parsePhone);
  // Allow a retry after a failure.
  loading.catch(() => (loading = null));
  return loading;
}
