/** The ways to a customer: links that a phone opens with its own programs. Pure. */
import type { CustomerInfo, ProjectLead } from '#schemas/project-lead.ts';
import { dialled } from '#src/data/words/phone.ts';

type Contact = Pick<ProjectLead, 'Mobile' | 'MobilePhone'>;

/** The customer's numbers, each once. */
export function phonesOf({ Mobile, MobilePhone }: Contact): string[] {
  const numbers = new Map<string, string>();
  for (const number of [Mobile, MobilePhone]) {
    const digits = dialled(number);
    if (digits !== '' && !numbers.has(digits)) numbers.set(digits, number.trim());
  }
  return [...numbers.values()];
}

export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email.trim()).replace('%40', '@')}`;
}

/**
 * Opens the phone's own maps, from which it leads the way; on a computer a map beside the app.
 * @param userAgent the browser's name for itself
 */
export function mapLink(address: string, userAgent: string): string {
  const query = encodeURIComponent(address);
  if (/iPhone|iPad|iPod/.test(userAgent)) return `maps:?q=${query}`;
  if (/Android/.test(userAgent)) return `geo:0,0?q=${query}`;
  return `https://www.openstreetmap.org/search?query=${query}`;
}

/** `ul. Wiślna 3, 31-007 Kraków`; what is missing leaves no trace. */
export function customerAddress(customer: CustomerInfo): string {
  return [customer.StreetHouseNumber, customerTown(customer)].filter(Boolean).join(', ');
}

/** Postal code and city in one line. */
export function customerTown({ PostalCode, City }: CustomerInfo): string {
  return [PostalCode, City].filter(Boolean).join(' ');
}

/** First and last name, else the address; may be empty. */
export function customerName(customer: CustomerInfo): string {
  const name = `${customer.FirstName} ${customer.LastName}`.trim();
  return name || customerAddress(customer);
}
