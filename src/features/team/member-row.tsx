import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical, UserRound } from 'lucide-react';
import { isOwner } from '#schemas/roles.ts';
import type { TeamMember } from '#schemas/team.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useRoleWords } from '#src/features/profile/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Points } from '#src/ui/points.tsx';
import { nameOf } from './queries.ts';

interface MemberRowProps {
  member: TeamMember;
  isSelf: boolean;
  /** Shows what can be done about them; undefined for who does not manage the team. */
  onChoose: (() => void) | undefined;
}

/** One of the team. One's own entry leads to the profile (spec 2 §2). */
export function MemberRow({ member, isSelf, onChoose }: MemberRowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const roleWords = useRoleWords();
  const { last_active_at: activeAt, projects_count: count, contribute_points: points } = member;
  const active = activeAt === null ? null : format.date(activeAt);
  const projects = t`${plural(count, { one: '# project', other: '# projects' })}`;
  return (
    <ListRow
      thumbnail={<Avatar name={nameOf(member)} />}
      title={isSelf ? t`${nameOf(member)} (you)` : nameOf(member)}
      meta={
        <>
          <span className="block">
            {active === null ? <Trans>Never active</Trans> : <Trans>Last active {active}</Trans>}
          </span>
          <span className="block tnum">{projects}</span>
        </>
      }
      number={<Points number={format.number(points)} label={format.points(points)} />}
      trailing={
        <Badge tone={isOwner(member.role.id) ? 'info' : 'neutral'} icon={<UserRound />}>
          {roleWords(member.role.id)}
        </Badge>
      }
      {...(isSelf
        ? linkTo(paths.user())
        : onChoose && { onPress: onChoose, end: <EllipsisVertical className="size-5 shrink-0" /> })}
    />
  );
}
