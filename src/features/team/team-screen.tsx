import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { managesTeam, TEAM_PAGE_SIZE, type TeamMember } from '#schemas/team.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useSortedRows } from '#src/ui/lists/table/use-sorted.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { pageNumber, sortingBy } from '#src/features/_shared/listing/list-search.ts';
import { useGo } from '#src/app/use-go.ts';
import { MemberRow, MemberTable, useMemberColumns } from './member-table.tsx';
import { MemberSheet } from './member-sheet.tsx';
import { TeamUnavailable, useTeam, useTeamFullReason } from './team-unavailable.tsx';
import { sortMembers } from './queries.ts';

/** List state in the URL of `/team`. */
const teamView = v.object({
  page: pageNumber,
  sort: sortingBy(['name', 'active', 'projects', 'contributed', 'role']),
});

/** `/team`: all members; owners can manage them, staff can only view them (spec 2 §2 "Team"). */
export function TeamScreen() {
  const { t } = useLingui();
  usePageTitle(t`Team`);
  const { members, online, request } = useTeam();
  if (!members) return <TeamUnavailable title={t`Team`} online={online} request={request} />;
  return <Members members={members} online={online} />;
}

function Members({ members, online }: { members: readonly TeamMember[]; online: boolean }) {
  const { t, i18n } = useLingui();
  const isWide = useIsWide();
  const columns = useMemberColumns();
  const { view, change } = useListSearch('/team', teamView);
  const sorting = view.sort;
  const identity = useIdentity();
  const [selectedMember, setSelectedMember] = useState<TeamMember | null>(null);
  const canManage = identity !== null && managesTeam(identity.role);
  const lastPage = Math.max(1, Math.ceil(members.length / TEAM_PAGE_SIZE));
  const page = Math.min(view.page, lastPage);
  const sortedMembers = sortMembers(members, i18n.locale);
  const sortedRows =
    useSortedRows(sortedMembers, columns, isWide ? sorting : null) ?? sortedMembers;
  const visibleMembers = sortedRows.slice((page - 1) * TEAM_PAGE_SIZE, page * TEAM_PAGE_SIZE);
  const count = members.length;
  return (
    <Page
      title={<Trans>Team</Trans>}
      subtitle={t`${plural(count, { one: '# person', other: '# people' })}`}
      width={isWide ? 'wide' : 'narrow'}
      footer={canManage && <AddButton members={members} online={online} />}
    >
      <div className="space-y-4">
        {isWide ? (
          <MemberTable
            members={visibleMembers}
            columns={columns}
            onSelect={canManage ? setSelectedMember : undefined}
            sorting={sorting}
            onSortingChange={(sort) => change({ sort, page: 1 })}
          />
        ) : (
          <List label={t`Team`}>
            {visibleMembers.map((member) => (
              <MemberRow
                key={member.uuid}
                member={member}
                isSelf={member.uuid === identity?.user_id}
                onSelect={canManage ? () => setSelectedMember(member) : undefined}
              />
            ))}
          </List>
        )}
        <ListPages
          page={page}
          lastPage={lastPage}
          onPageChange={(next) => change({ page: next }, { scrollToTop: true })}
        />
      </div>
      <MemberSheet
        member={selectedMember}
        online={online}
        onClose={() => setSelectedMember(null)}
      />
    </Page>
  );
}

interface AddButtonProps {
  members: readonly TeamMember[];
  online: boolean;
}

/** Button for adding a member. If the team has reached the country's limit, the button explains that (spec 2 §5). */
function AddButton({ members, online }: AddButtonProps) {
  const { t } = useLingui();
  const go = useGo();
  const fullReason = useTeamFullReason(members);
  return (
    <Button
      size="large"
      fullWidth
      icon={<UserRoundPlus />}
      disabledReason={fullReason ?? (!online && t`You’re offline. Connect to add a member.`)}
      onClick={() => go(paths.teamAdd())}
    >
      <Trans>Add member</Trans>
    </Button>
  );
}
