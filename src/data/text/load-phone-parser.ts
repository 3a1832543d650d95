import type { ParsePhone } from '#schemas/phone.ts';

let pendingParser: Promise<ParsePhone> | null = null;

/**
 * Loads the phone parser once. It's too large for the first paint.
 * @throws if loading fails
 */
export function loadPhoneParser(): Promise<ParsePhone> {
  pendingParser ??= import('./phone-parser.ts').then(({ parsePhone }) => parsePhone);
  // Allow a retry after a failure.
  pendingParser.catch(() => (pendingParser = null));
  return pendingParser;
}
