import { useLingui } from '@lingui/react/macro';
import { isOwner, type RoleId } from '#schemas/roles.ts';

/** Labels and pictures of people, for other features. */
export { useAvatarSource } from '#src/data/account/use-avatar-source.ts';

/** Returns a function that names a role; decor roles have the same labels (spec 1 §6). */
export function useRoleLabels(): (role: RoleId) => string {
  const { t } = useLingui();
  return (role) => (isOwner(role) ? t`Company owner` : t`Installer`);
}
