import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical } from 'lucide-react';
import type { TeamMember } from '#schemas/team.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Points } from '#src/ui/points.tsx';
import { memberName } from './queries.ts';
import { RoleBadge } from './role-badge.tsx';

interface MemberRowProps {
  member: TeamMember;
  isSelf: boolean;
  /** Opens the member's actions; undefined without permission to manage the team. */
  onChoose: (() => void) | undefined;
}

/** A team member. The person's own row links to their profile (spec 2 §2). */
export function MemberRow({ member, isSelf, onChoose }: MemberRowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { last_active_at: activeAt, projects_count: count, contribute_points: points } = member;
  const active = activeAt === null ? null : format.date(activeAt);
  const projects = t`${plural(count, { one: '# project', other: '# projects' })}`;
  return (
    <ListRow
      thumbnail={<Avatar name={memberName(member)} />}
      title={isSelf ? t`${memberName(member)} (you)` : memberName(member)}
      meta={
        <>
          <span className="block">
            {active === null ? <Trans>Never active</Trans> : <Trans>Last active {active}</Trans>}
          </span>
          <span className="block tnum">{projects}</span>
        </>
      }
      number={<Points number={format.number(points)} label={format.points(points)} />}
      trailing={<RoleBadge role={member.role.id} />}
      {...(isSelf
        ? linkTo(paths.user())
        : onChoose && { onPress: onChoose, end: <EllipsisVertical className="size-5 shrink-0" /> })}
    />
  );
}
