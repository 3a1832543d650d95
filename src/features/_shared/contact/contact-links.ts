/** Links that contact a customer in the phone's own apps. Pure. */
import type { ProjectLead } from '#schemas/project-lead.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { findPhones } from '#schemas/written-phones.ts';

type Contact = Pick<ProjectLead, 'Mobile' | 'MobilePhone'>;

/** The customer's distinct phone numbers as written; one field may hold two. */
export function phonesOf({ Mobile, MobilePhone }: Contact): string[] {
  const numbers = new Map<string, string>();
  for (const { number, text } of [Mobile, MobilePhone].flatMap(findPhones)) {
    const extension = /[^+\d ().\-/].*/.exec(text)?.[0] ?? '';
    const key = `${number} ${extension}`;
    if (!numbers.has(key)) numbers.set(key, text);
  }
  return [...numbers.values()];
}

export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(normaliseEmail(email)).replace('%40', '@')}`;
}

/**
 * Opens the device's maps app. iPads identify as Macintosh; both have Maps.
 * @param userAgent the browser's user agent
 * @returns null on computers without a maps app; copy the address there
 */
export function mapLink(address: string, userAgent: string): string | null {
  const query = encodeURIComponent(address);
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return `maps:?q=${query}`;
  return /Android/.test(userAgent) ? `geo:0,0?q=${query}` : null;
}
