/** The ways to a customer: links that a phone opens with its own programs. Pure. */
import type { ProjectLead } from '#schemas/project-lead.ts';
import { normalEmail } from '#schemas/email.ts';
import { writtenPhones } from '#schemas/written-phones.ts';

type Contact = Pick<ProjectLead, 'Mobile' | 'MobilePhone'>;

/** The customer's numbers, each once, as they were written: two in one field are two. */
export function phonesOf({ Mobile, MobilePhone }: Contact): string[] {
  const numbers = new Map<string, string>();
  for (const { number, text } of [Mobile, MobilePhone].flatMap(writtenPhones)) {
    const extension = /[^+\d ().\-/].*/.exec(text)?.[0] ?? '';
    const key = `${number} ${extension}`;
    if (!numbers.has(key)) numbers.set(key, text);
  }
  return [...numbers.values()];
}

export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(normalEmail(email)).replace('%40', '@')}`;
}

/**
 * Opens the device's own maps, from which it leads the way. An iPad calls itself a Macintosh, and both have them.
 * @param userAgent the browser's name for itself
 * @returns null on another computer, which has none of its own: there the address is copied instead
 */
export function mapLink(address: string, userAgent: string): string | null {
  const query = encodeURIComponent(address);
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return `maps:?q=${query}`;
  return /Android/.test(userAgent) ? `geo:0,0?q=${query}` : null;
}
