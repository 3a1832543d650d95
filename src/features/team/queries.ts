/** Helpers for the team's screens. */
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { isOwner } from '#schemas/roles.ts';
import { regions } from '#schemas/regions.ts';
import type { TeamMember } from '#schemas/team.ts';

/** Sorts owners first, then by name in the user's language. */
export function sortMembers(members: readonly TeamMember[], language: string): TeamMember[] {
  const { compare } = new Intl.Collator(formattingLocale(language));
  return members.toSorted(
    (a, b) =>
      Number(isOwner(b.role.id)) - Number(isOwner(a.role.id)) ||
      compare(memberName(a), memberName(b)) ||
      compare(a.uuid, b.uuid),
  );
}

export function memberName({ name, surname }: Pick<TeamMember, 'name' | 'surname'>): string {
  return `${name} ${surname}`;
}

/** Returns the number with its country code; null if hidden from this user. */
export function internationalPhone({ phone, region }: Pick<TeamMember, 'phone' | 'region'>) {
  if (phone === null) return null;
  return `${regions.find(({ code }) => code === region)?.dialCode ?? '+'}${phone}`;
}
