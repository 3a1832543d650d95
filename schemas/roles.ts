import * as v from 'valibot';

/** Role ids in the API (spec 1 §3): 3 and 7 are owners, 4 and 8 are staff. 7 and 8 belong to decor companies. */
export const roles = { owner: 3, staff: 4, decorOwner: 7, decorStaff: 8 } as const;

export const roleId = v.picklist([3, 4, 7, 8]);
export type RoleId = v.InferOutput<typeof roleId>;

/** True for owners, who see points in the header and get the conditional login steps (spec 1 §6). */
export function isOwner(role: RoleId): boolean {
  return role === roles.owner || role === roles.decorOwner;
}

/** True for decor roles, which have their own terms and documents, and no tiers on /balance (spec 2 §6). */
export function isDecor(role: RoleId): boolean {
  return role === roles.decorOwner || role === roles.decorStaff;
}

/**
 * True for the "main" company roles, which get shop, leads, orders, team, card, marketing and documents (spec 1
 * §6).
 */
export function isMainCompanyRole(role: RoleId): boolean {
  return role === roles.owner || role === roles.staff;
}

/** True for roles that may only scan internal types in tier categories 2, 4 and 5 (spec 1 §6). */
export function isRestrictedScanner(role: RoleId): boolean {
  return isDecor(role);
}
