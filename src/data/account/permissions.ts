import type { Company } from '#schemas/installer.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { RoleId } from '#schemas/roles.ts';
import { hasWarranty } from '#schemas/warranty-feature.ts';
import { useRouter } from '@tanstack/react-router';
import type { AppLink } from '#src/app/paths.ts';
import { useSingleton } from '../live/use-singleton.ts';
import { useIdentity } from './use-session.ts';

/** A requirement in addition to the role: a company flag or a feature of the region. */
type Requirement = 'accepts_leads' | 'has_edenred_card' | 'warranty';

/** Access rule of a screen; without one, every signed-in user has access. */
export interface Access {
  roles?: readonly RoleId[] | undefined;
  needs?: Requirement | undefined;
}

/** Inputs of a permission check. A value is `undefined` if this device has never fetched it. */
export interface PermissionSubject {
  role: RoleId;
  company: Pick<Company, 'accepts_leads' | 'has_edenred_card' | 'is_recommended'> | undefined;
  region: RegionCode;
  /** Bit mask of the region's settings. */
  flags: number | undefined;
}

const requirementChecks: Record<Requirement, (subject: PermissionSubject) => boolean | undefined> =
  {
    accepts_leads: ({ company }) => company && company.accepts_leads === 1,
    has_edenred_card: ({ company }) => company && company.has_edenred_card === 1,
    warranty: ({ flags, region, company }) =>
      hasWarranty({ flags, region, isRecommended: company?.is_recommended }),
  };

/**
 * Checks access to a screen (spec 1 §6).
 * @returns `unknown` if it depends on data that hasn't been fetched yet
 */
export function permissionFor(
  access: Access,
  subject: PermissionSubject,
): 'yes' | 'no' | 'unknown' {
  if (access.roles && !access.roles.includes(subject.role)) return 'no';
  if (!access.needs) return 'yes';
  const isFulfilled = requirementChecks[access.needs](subject);
  if (isFulfilled === undefined) return 'unknown';
  return isFulfilled ? 'yes' : 'no';
}

/** Returns the inputs of the signed-in user's permission checks; null if signed out. */
export function usePermissionSubject(): PermissionSubject | null {
  const identity = useIdentity();
  const company = useSingleton('self')?.company;
  const settings = useSingleton('publicConfiguration')?.regional_settings;
  if (!identity) return null;
  const flags = settings?.find(({ region }) => region === identity.region)?.flags;
  return { role: identity.role, region: identity.region, company, flags };
}

/** Checks whether the signed-in user may open a screen. */
export function usePermission(access: Access): ReturnType<typeof permissionFor> {
  const subject = usePermissionSubject();
  return subject ? permissionFor(access, subject) : 'unknown';
}

/**
 * Returns a function that checks, by the route table, whether the signed-in user may open a link's screen. Other
 * links are hidden.
 */
export function useCanSee(): (link: AppLink) => boolean {
  const router = useRouter();
  const subject = usePermissionSubject();
  return ({ to }) => {
    const { entry } = router.routesByPath[to].options.staticData ?? {};
    return entry !== undefined && subject !== null && permissionFor(entry, subject) === 'yes';
  };
}
