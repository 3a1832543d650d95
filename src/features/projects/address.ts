/** A project's address as text, and finding a project by it. Pure. */
import type { Project } from '#schemas/project.ts';

type Address = Pick<Project, 'street_name' | 'postal_code' | 'city'>;

/** `Polna 5, 00-625 Warszawa`; what is missing leaves no trace. */
export function addressOf({ street_name, postal_code, city }: Address): string {
  const town = [postal_code, city].filter(Boolean).join(' ');
  return [street_name, town].filter(Boolean).join(', ');
}

/** Postal code and city in one line. */
export function townOf({ postal_code, city }: Address): string {
  return [postal_code, city].filter(Boolean).join(' ');
}

/** Whether every word of the text is somewhere in the address or name; case and accents don't matter. */
export function matchesAddress(project: Address & Pick<Project, 'name'>, text: string): boolean {
  const haystack = searchable(`${project.name} ${addressOf(project)}`);
  return searchable(text)
    .split(/[\s,]+/)
    .every((word) => haystack.includes(word));
}

/** Letters whose stroke is no accent to Unicode. */
const strokes: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ø: 'o', ı: 'i' };

function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łđøı]/g, (letter) => strokes[letter] ?? letter);
}
