import { UserRound } from 'lucide-react';
import { isOwner, type RoleId } from '#schemas/roles.ts';
import { useRoleLabels } from '#src/features/profile/queries.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';

/** Role badge: red for owners, blue for all others (spec 2 §6). */
export function RoleBadge({ role }: { role: RoleId }) {
  const roleLabel = useRoleLabels();
  return (
    <Badge tone={isOwner(role) ? 'bad' : 'info'} icon={<UserRound />}>
      {roleLabel(role)}
    </Badge>
  );
}
