import * as v from 'valibot';
import { memberName } from './person-rules.ts';
import { moment, text, typedText, uuid, wholeNumber } from './primitives.ts';
import { regionCode } from './regions.ts';
import { roleId, type RoleId, roles } from './roles.ts';

/** Members on a page of the team's list (spec 2 §9). */
export const TEAM_PAGE_SIZE = 20;

const roleSlug = v.picklist(['company_owner', 'company_staff', 'decor_owner', 'decor_staff']);
/** What the wire calls each role beside its number. */
export const roleSlugs: Readonly<Record<RoleId, v.InferOutput<typeof roleSlug>>> = {
  [roles.owner]: 'company_owner',
  [roles.staff]: 'company_staff',
  [roles.decorOwner]: 'decor_owner',
  [roles.decorStaff]: 'decor_staff',
};

/** Somebody of the company, as their colleagues see them (spec 2 §3 "Installer"). */
export const teamMember = v.object({
  uuid,
  name: text(80),
  surname: text(80),
  /** National, without the dial code of the region. Only owners are told; null otherwise, and where there is none. */
  phone: v.nullable(text(20)),
  region: regionCode,
  role: v.object({ id: roleId, slug: roleSlug }),
  /** When one of their devices last got or first used a token, to the hour; null for never. */
  last_active_at: v.nullable(moment),
  created_at: moment,
  /** The projects that they began and that are still there. */
  projects_count: wholeNumber,
  /**
   * What they have earned for the company, in points: the products that they scanned and that count, of
   * projects that are closed, and the surveys that they answered in closing one. So each booked point
   * counts for one person.
   */
  contribute_points: wholeNumber,
  /** Only owners are told. */
  email: v.nullable(text(254)),
  /** The address that waits for the member's code; only owners are told. */
  pending_email: v.nullable(text(254)),
  /** Whether the owner may change the number here: not their own, and not of another owner who has signed in. */
  phone_is_open: v.boolean(),
});
export type TeamMember = v.InferOutput<typeof teamMember>;

/** `POST /v1/installer/user` (spec 2 §7): who joins the team. */
export const newTeamMember = v.object({
  name: memberName,
  surname: memberName,
  /** As it was typed, or in international form; judged by the region. */
  phone: typedText(40, 1),
});
export type NewTeamMember = v.InferOutput<typeof newTeamMember>;

/** How many people a team may have. */
export interface TeamLimit {
  readonly owners: number;
  readonly installers: number;
}

/**
 * Whether nobody can be added, because who is added is an installer and there are as many as may be.
 * @param members everybody of the team
 * @param limit without one there may be as many as there are
 */
export function isTeamFull(
  members: readonly { readonly role: { readonly id: RoleId } }[],
  limit: TeamLimit | undefined,
): boolean {
  if (limit === undefined) return false;
  return members.filter(({ role }) => role.id === roles.staff).length >= limit.installers;
}

/** Owners of main companies manage their team (decided with spec 2 §6); staff see it. */
export function managesTeam(role: RoleId): boolean {
  return role === roles.owner;
}
