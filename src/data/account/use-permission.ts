import { useRouter } from '@tanstack/react-router';
import { splitPath } from '#src/app/paths.ts';
import { useSingleton } from '../live/use-singleton.ts';
import { permissionFor, type Access, type PermissionSubject } from './permissions.ts';
import { useIdentity } from './use-session.ts';

/** What this device knows of the signed-in person that permissions hang on; null when nobody is. */
export function usePermissionSubject(): PermissionSubject | null {
  const identity = useIdentity();
  const company = useSingleton('self')?.company;
  const settings = useSingleton('publicConfiguration')?.regional_settings;
  if (!identity) return null;
  const flags = settings?.find(({ region }) => region === identity.region)?.flags;
  return { role: identity.role, region: identity.region, company, flags };
}

/** Whether the signed-in person may see a screen. */
export function usePermission(access: Access): ReturnType<typeof permissionFor> {
  const person = usePermissionSubject();
  return person ? permissionFor(access, person) : 'unknown';
}

/**
 * Whether a path leads to a screen, and one that the signed-in person may see: what leads nowhere
 * for them is not offered. The route table decides, so that a new screen shows up by itself.
 */
export function useCanSee(): (path: string) => boolean {
  const router = useRouter();
  const person = usePermissionSubject();
  return (path) => {
    const [branch] = router.getMatchedRoutes(splitPath(path).to);
    const entry = branch.findLast((route) => route.options.staticData?.entry)?.options.staticData
      ?.entry;
    return entry !== undefined && person !== null && permissionFor(entry, person) === 'yes';
  };
}
