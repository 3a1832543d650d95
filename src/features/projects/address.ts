/** A project's address as text. Pure. */
import type { Project } from '#schemas/project.ts';

type Address = Pick<Project, 'street_name' | 'postal_code' | 'city'>;

/** `Polna 5, 00-625 Warszawa`; skips missing parts. */
export function addressOf({ street_name, postal_code, city }: Address): string {
  const town = [postal_code, city].filter(Boolean).join(' ');
  return [street_name, town].filter(Boolean).join(', ');
}

/** The city, or the postal code if it has none. */
export function cityOf({ postal_code, city }: Pick<Address, 'postal_code' | 'city'>): string {
  return city || postal_code;
}

/** Postal code and city in one line. */
export function townOf({ postal_code, city }: Address): string {
  return [postal_code, city].filter(Boolean).join(' ');
}
