import * as v from 'valibot';
import { memberName } from './person-rules.ts';
import { moment, text, typedText, uuid, wholeNumber } from './primitives.ts';
import { regionCode } from './regions.ts';
import { roleId, type RoleId, roles } from './roles.ts';

/** Members per page of the team list (spec 2 §9). */
export const TEAM_PAGE_SIZE = 20;

const roleSlug = v.picklist(['company_owner', 'company_staff', 'decor_owner', 'decor_staff']);
/** Wire name of each role, next to its number. */
export const roleSlugs: Readonly<Record<RoleId, v.InferOutput<typeof roleSlug>>> = {
  [roles.owner]: 'company_owner',
  [roles.staff]: 'company_staff',
  [roles.decorOwner]: 'decor_owner',
  [roles.decorStaff]: 'decor_staff',
};

/** A member of the company, as colleagues see them (spec 2 §3 "Installer"). */
export const teamMember = v.object({
  uuid,
  name: text(80),
  surname: text(80),
  /** National number without the region's dial code. Null if there is none, or if the viewer isn't an owner. */
  phone: v.nullable(text(20)),
  region: regionCode,
  role: v.object({ id: roleId, slug: roleSlug }),
  /**
   * Last time when one of the member's devices received a token or used one for the first time, rounded to the
   * hour; null if there is none.
   */
  last_active_at: v.nullable(moment),
  created_at: moment,
  /** Number of projects they created that still exist. */
  projects_count: wholeNumber,
  /**
   * Points that the member earned for the company, with valid products they scanned in closed projects and with
   * closing surveys they answered. Each point counts for one member only. 0 if the points are hidden, because
   * older apps need a number.
   */
  contribute_points: wholeNumber,
  /** True if the viewer isn't an owner and this isn't the viewer. */
  points_hidden: v.optional(v.boolean()),
  /** Null if the viewer isn't an owner. */
  email: v.nullable(text(254)),
  /** New address, not yet verified by the member; null if the viewer isn't an owner. */
  pending_email: v.nullable(text(254)),
  /**
   * True if the viewer is an owner who may change this number. Owners can't change their own number, nor the
   * number of another owner who has signed in.
   */
  phone_is_open: v.boolean(),
});
export type TeamMember = v.InferOutput<typeof teamMember>;

/** `POST /v1/installer/user` (spec 2 §7): a new team member. */
export const newTeamMember = v.object({
  name: memberName,
  surname: memberName,
  /** As typed, or in international form; validated for the region. */
  phone: typedText(40, 1),
});
export type NewTeamMember = v.InferOutput<typeof newTeamMember>;

/** Maximum team size by role. */
interface TeamLimit {
  readonly owners: number;
  readonly installers: number;
}

/**
 * True if the limit is reached, so that no installer can be added.
 * @param members all members of the team
 * @param limit undefined if the size isn't limited
 */
export function isTeamFull(
  members: readonly { readonly role: { readonly id: RoleId } }[],
  limit: TeamLimit | undefined,
): boolean {
  if (limit === undefined) return false;
  return members.filter(({ role }) => role.id === roles.staff).length >= limit.installers;
}

/** True for owners of main companies (spec 2 §6); staff can only view the team. */
export function managesTeam(role: RoleId): boolean {
  return role === roles.owner;
}
