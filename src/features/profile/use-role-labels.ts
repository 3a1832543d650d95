import { useLingui } from '@lingui/react/macro';
import { isOwner, type RoleId } from '#schemas/roles.ts';

/** What a role is called; the decor roles share the words of the others (spec 1 §6). */
export function useRoleLabels(): (role: RoleId) => string {
  const { t } = useLingui();
  return (role) => (isOwner(role) ? t`Company owner` : t`Installer`);
}
