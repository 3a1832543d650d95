import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { managesOwnEmail } from '#schemas/person-rules.ts';
import type { TeamMember } from '#schemas/team.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { errorAt } from '#src/data/text/error-code.ts';
import { EditPage } from '#src/features/_shared/editing/edit-page.tsx';
import { paths } from '#src/app/paths.ts';
import { MissingRecord } from '#src/features/_shared/listing/record-not-found.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useGo } from '#src/app/use-go.ts';
import { useTeamActions } from './actions.ts';
import {
  toMemberChanges,
  type MemberForm,
  toMemberForm,
  MemberFields,
  memberFieldNames,
  useMemberForm,
} from './member-fields.tsx';
import { TeamUnavailable, useTeam } from './team-unavailable.tsx';
import { memberName } from './queries.ts';

/** `/team/{uuid}`: edits a member; needs a connection. */
export function EditMemberScreen() {
  const { t } = useLingui();
  usePageTitle(t`Edit member`);
  const { uuid } = useParams({ from: '/signed-in/team/$uuid' });
  const { members, online, request } = useTeam();
  if (!members) return <TeamUnavailable title={t`Edit member`} online={online} request={request} />;
  const member = members.find((candidate) => candidate.uuid === uuid);
  // A deep link may point to a member added after the list was fetched.
  if (!member) return <NoMember isLoading={request.busy} />;
  return <EditMember key={member.uuid} member={member} />;
}

function NoMember({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  return (
    <MissingRecord
      pageTitle={t`Edit member`}
      state={isLoading ? 'loading' : 'empty'}
      loadingLabel={t`Loading your team`}
      skeleton={<SkeletonCard lines={4} />}
      title={t`This person isn’t on your team`}
      description={<Trans>They may have been removed.</Trans>}
      offlineText={<Trans>Your team appears here once you’re online.</Trans>}
      list="/team"
      listLabel={<Trans>View team</Trans>}
    />
  );
}

function EditMember({ member: currentMember }: { member: TeamMember }) {
  const { t } = useLingui();
  // Fields that the user leaves unchanged aren't sent, even if someone else changes them in the meantime.
  const [member] = useState(currentMember);
  const saveRequest = useSave(member);
  const { form, draft, submit, region } = useMemberForm(
    member.uuid,
    toMemberForm(member),
    saveRequest.run,
  );
  return (
    <EditPage
      title={memberName(member)}
      offlineReason={t`You’re offline. Connect to edit the team.`}
      isEdited={form.formState.isDirty}
      draft={draft}
      saveRequest={saveRequest}
      showsErrorAtField={errorAt(saveRequest.failure, ...memberFieldNames) !== null}
      onSubmit={submit}
    >
      <MemberFields
        form={form}
        region={region}
        failure={saveRequest.failure}
        phoneState={member.phone_is_open ? 'open' : 'fixed'}
        hasEmail={!managesOwnEmail(member.role.id)}
      />
    </EditPage>
  );
}

/** Saves the changes and opens the team. */
function useSave(member: TeamMember) {
  const { t } = useLingui();
  const { change } = useTeamActions();
  const go = useGo();
  return useRequest(async (form: MemberForm) => {
    const changes = toMemberChanges(member, form);
    if (Object.keys(changes).length > 0) {
      await change(member.uuid, changes);
      showToast({
        message: t`Changes saved`,
        subject: member.uuid,
        tone: 'good',
        timeoutMs: 5000,
      });
    }
    go(paths.team(), { replace: true, done: true });
  });
}
