import { UserRound } from 'lucide-react';
import { isOwner, type RoleId } from '#schemas/roles.ts';
import { useRoleLabels } from '#src/features/profile/queries.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';

/** What a member is: red for owner roles, blue for all others (spec 2 §6). */
export function RoleBadge({ role }: { role: RoleId }) {
  const words = useRoleLabels();
  return (
    <Badge tone={isOwner(role) ? 'bad' : 'info'} icon={<UserRound />}>
      {words(role)}
    </Badge>
  );
}
