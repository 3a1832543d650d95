/** What the team's screens read of its members. Pure. */
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { isOwner } from '#schemas/roles.ts';
import { regions } from '#schemas/regions.ts';
import type { TeamMember } from '#schemas/team.ts';

/** Owners first, then by name in the order of the person's language. */
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

/** A member's number as one dials it from anywhere; null where this person may not have it. */
export function internationalPhone({ phone, region }: Pick<TeamMember, 'phone' | 'region'>) {
  if (phone === null) return null;
  return `${regions.find(({ code }) => code === region)?.dialCode ?? '+'}${phone}`;
}
