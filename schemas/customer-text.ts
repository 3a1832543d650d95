/** Formats a customer's name and address. */
import type { CustomerInfo } from './project-lead.ts';

/** `ul. Wiślna 3, 31-007 Kraków`; omits missing parts. */
export function customerAddress(
  customer: Pick<CustomerInfo, 'StreetHouseNumber' | 'PostalCode' | 'City'>,
): string {
  return [customer.StreetHouseNumber, customerTown(customer)].filter(Boolean).join(', ');
}

/** Postal code and city on one line. */
export function customerTown({
  PostalCode,
  City,
}: Pick<CustomerInfo, 'PostalCode' | 'City'>): string {
  return [PostalCode, City].filter(Boolean).join(' ');
}

/** First and last name, otherwise the address; may be empty. */
export function customerName(customer: CustomerInfo): string {
  const name = `${customer.FirstName} ${customer.LastName}`.trim();
  return name || customerAddress(customer);
}
