import { useRouter } from '@tanstack/react-router';
import type { AppLink } from '#src/app/paths.ts';
import { useSingleton } from '../live/use-singleton.ts';
import { permissionFor, type Access, type PermissionSubject } from './permissions.ts';
import { useIdentity } from './use-session.ts';

/** Returns the inputs of the signed-in person's permission checks; null if signed out. */
export function usePermissionSubject(): PermissionSubject | null {
  const identity = useIdentity();
  const company = useSingleton('self')?.company;
  const settings = useSingleton('publicConfiguration')?.regional_settings;
  if (!identity) return null;
  const flags = settings?.find(({ region }) => region === identity.region)?.flags;
  return { role: identity.role, region: identity.region, company, flags };
}

/** Checks whether the signed-in person may open a screen. */
export function usePermission(access: Access): ReturnType<typeof permissionFor> {
  const person = usePermissionSubject();
  return person ? permissionFor(access, person) : 'unknown';
}

/**
 * Returns a check whether the signed-in person may open a screen, based on the route table.
 * Links are hidden otherwise.
 */
export function useCanSee(): (link: AppLink) => boolean {
  const router = useRouter();
  const person = usePermissionSubject();
  return ({ to }) => {
    const { entry } = router.routesByPath[to].options.staticData ?? {};
    return entry !== undefined && person !== null && permissionFor(entry, person) === 'yes';
  };
}
