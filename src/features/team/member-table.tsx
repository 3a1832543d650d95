import { plural } from '@lingui/core/macro';
import { useLingui, Trans } from '@lingui/react/macro';
import { EllipsisVertical, Pencil, UserRound } from 'lucide-react';
import { isOwner, type RoleId } from '#schemas/roles.ts';
import type { TeamMember } from '#schemas/team.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useFormat } from '#src/data/text/format.ts';
import { ContactButtons } from '#src/features/_shared/contact/contact-links.tsx';
import { useRoleLabels } from '#src/features/profile/queries.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { type Column, DataTable } from '#src/ui/lists/table/data-table.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { Points } from '#src/ui/points.tsx';
import { internationalPhone, memberName } from './queries.ts';

/** Columns of the desktop table. */
export function useMemberColumns(): readonly Column<TeamMember>[] {
  const { t } = useLingui();
  const format = useFormat();
  const roleLabel = useRoleLabels();
  return [
    {
      id: 'name',
      title: t({ context: 'column of people', message: 'Name' }),
      sortValue: memberName,
      cell: memberName,
    },
    {
      id: 'active',
      title: t({ context: 'column', message: 'Last active' }),
      firstDirection: 'descending',
      sortValue: ({ last_active_at: activeAt }) => activeAt && Date.parse(activeAt),
      cell: ({ last_active_at: activeAt }) => (
        <span className="text-small text-ink-soft">
          {activeAt === null
            ? t({ context: 'last active', message: 'Never' })
            : format.dateTime(activeAt)}
        </span>
      ),
    },
    {
      id: 'projects',
      title: t({ context: 'column', message: 'Projects' }),
      isNumber: true,
      firstDirection: 'descending',
      sortValue: ({ projects_count }) => projects_count,
      cell: ({ projects_count }) => format.number(projects_count),
    },
    {
      id: 'contributed',
      title: t({ context: 'column', message: 'Contributed' }),
      isNumber: true,
      firstDirection: 'descending',
      sortValue: visiblePoints,
      cell(member) {
        const points = visiblePoints(member);
        return (
          points !== null && <Points number={format.number(points)} label={format.points(points)} />
        );
      },
    },
    {
      id: 'role',
      title: t({ context: 'column', message: 'Role' }),
      sortValue: ({ role }) => roleLabel(role.id),
      cell: ({ role }) => <RoleBadge role={role.id} />,
    },
  ];
}

interface MemberTableProps {
  members: readonly TeamMember[];
  columns: readonly Column<TeamMember>[];
  /** Opens the member's actions; undefined if the user can't manage the team. */
  onSelect: ((member: TeamMember) => void) | undefined;
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting) => void;
}

/** Team table for desktops. */
export function MemberTable({ members, onSelect, ...table }: MemberTableProps) {
  const { t } = useLingui();
  const identity = useIdentity();
  const isSelf = ({ uuid }: TeamMember) => uuid === identity?.user_id;
  return (
    <DataTable
      {...table}
      label={t`Team`}
      rows={members}
      keyOf={({ uuid }) => uuid}
      subject={(member) => ({
        picture: <Avatar name={memberName(member)} />,
        title: isSelf(member) ? t`${memberName(member)} (you)` : memberName(member),
        ...(isSelf(member)
          ? linkTo(paths.user())
          : onSelect && { onPress: () => onSelect(member) }),
      })}
      actionsTitle={t`Actions`}
      actions={
        onSelect &&
        ((member) => !isSelf(member) && <Actions member={member} onMore={() => onSelect(member)} />)
      }
    />
  );
}

/** Quick actions; all others are in the sheet. */
function Actions({ member, onMore }: { member: TeamMember; onMore: () => void }) {
  const { t } = useLingui();
  const name = memberName(member);
  return (
    <>
      <ContactButtons name={name} phone={internationalPhone(member)} />
      <IconButton
        label={t`Edit ${name}`}
        icon={<Pencil />}
        {...linkTo(paths.teamMember(member.uuid))}
      />
      <IconButton label={t`More about ${name}`} icon={<EllipsisVertical />} onClick={onMore} />
    </>
  );
}

interface MemberRowProps {
  member: TeamMember;
  isSelf: boolean;
  /** Opens the member's actions; undefined if the user can't manage the team. */
  onSelect: (() => void) | undefined;
}

/** The member's points; null if hidden from the viewer, because staff only see their own. */
function visiblePoints({ contribute_points, points_hidden }: TeamMember): number | null {
  return points_hidden ? null : contribute_points;
}

/** A team member. The user's own row links to their profile (spec 2 §2). */
export function MemberRow({ member, isSelf, onSelect }: MemberRowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { last_active_at: activeAt, projects_count: count } = member;
  const points = visiblePoints(member);
  const active = activeAt === null ? null : format.date(activeAt);
  const projectsText = t`${plural(count, { one: '# project', other: '# projects' })}`;
  return (
    <ListRow
      thumbnail={<Avatar name={memberName(member)} />}
      title={isSelf ? t`${memberName(member)} (you)` : memberName(member)}
      meta={
        <>
          <span className="block">
            {active === null ? (
              <Trans>Not signed in yet</Trans>
            ) : (
              <Trans>Last active {active}</Trans>
            )}
          </span>
          <span className="block tnum">{projectsText}</span>
        </>
      }
      number={
        points !== null && <Points number={format.number(points)} label={format.points(points)} />
      }
      trailing={<RoleBadge role={member.role.id} />}
      {...(isSelf
        ? linkTo(paths.user())
        : onSelect && { onPress: onSelect, end: <EllipsisVertical className="size-5 shrink-0" /> })}
    />
  );
}

/** Role badge: red for owners, blue for all others (spec 2 §6). */
function RoleBadge({ role }: { role: RoleId }) {
  const roleLabel = useRoleLabels();
  return (
    <Badge tone={isOwner(role) ? 'bad' : 'info'} icon={<UserRound />}>
      {roleLabel(role)}
    </Badge>
  );
}
