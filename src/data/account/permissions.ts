import type { Company } from '#schemas/installer.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { RoleId } from '#schemas/roles.ts';
import { hasWarranty } from '#schemas/warranty-feature.ts';

/** What a screen may need beside a role: a flag of the company, or a feature of its region. */
export type Requirement = 'accepts_leads' | 'has_edenred_card' | 'warranty';

/** Who may see a screen; without any of it, everybody who is signed in. */
export interface Access {
  roles?: readonly RoleId[] | undefined;
  needs?: Requirement | undefined;
}

/** What a permission is judged by; `undefined` is what this device has never fetched. */
export interface PermissionSubject {
  role: RoleId;
  company: Pick<Company, 'accepts_leads' | 'has_edenred_card' | 'is_recommended'> | undefined;
  region: RegionCode;
  /** The bit mask of the region's settings. */
  flags: number | undefined;
}

const fulfilled: Record<Requirement, (person: PermissionSubject) => boolean | undefined> = {
  accepts_leads: ({ company }) => company && company.accepts_leads === 1,
  has_edenred_card: ({ company }) => company && company.has_edenred_card === 1,
  warranty: ({ flags, region, company }) =>
    hasWarranty({ flags, region, isRecommended: company?.is_recommended }),
};

/**
 * Whether somebody may see a screen (spec 1 §6).
 * @returns `unknown` where it hangs on what was not fetched yet
 */
export function permissionFor(access: Access, person: PermissionSubject): 'yes' | 'no' | 'unknown' {
  if (access.roles && !access.roles.includes(person.role)) return 'no';
  if (!access.needs) return 'yes';
  const isFulfilled = fulfilled[access.needs](person);
  if (isFulfilled === undefined) return 'unknown';
  return isFulfilled ? 'yes' : 'no';
}
