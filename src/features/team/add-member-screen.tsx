import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useRequestKeys } from '#src/data/requests/request-keys.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { everyMinute } from '#src/data/time/use-server-time.ts';
import { errorAt } from '#src/data/text/error-code.ts';
import { EditPage } from '#src/features/_shared/editing/edit-page.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useGo } from '#src/app/use-go.ts';
import { useTeamActions } from './actions.ts';
import {
  emptyMember,
  type MemberForm,
  MemberFields,
  memberFieldNames,
  useMemberForm,
} from './member-fields.tsx';
import { useTeam, useTeamFullReason } from './team-unavailable.tsx';

/** `/team/add`: adds a member, who gets a text message with a sign-in link. Needs a connection. */
export function AddMemberScreen() {
  const { t } = useLingui();
  usePageTitle(t`Add member`);
  const { isAdded, ...addRequest } = useAddMember();
  const { members, request } = useTeam();
  const fullReason = useTeamFullReason(members);
  const { form, draft, submit, region } = useMemberForm('new', emptyMember, addRequest.run);
  const refetchIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void request.run();
  });
  // Another owner may fill the team while the form is open.
  useEffect(() => everyMinute(refetchIfVisible), []);
  // The member who is being added may take the last free place. The form therefore stays while the member is being
  // saved, and until the screen closes.
  if (fullReason !== null && !addRequest.busy && !isAdded)
    return <TeamFullNotice reason={fullReason} />;
  return (
    <EditPage
      title={<Trans>Add member</Trans>}
      offlineReason={t`You’re offline. Connect to add a member.`}
      isEdited={form.formState.isDirty}
      draft={draft}
      saveRequest={addRequest}
      showsErrorAtField={errorAt(addRequest.failure, ...memberFieldNames) !== null}
      saveLabel={<Trans>Add member</Trans>}
      onSubmit={submit}
    >
      <p className="break-long">
        <Trans>We’ll text them a link to sign in.</Trans>
      </p>
      <MemberFields form={form} region={region} failure={addRequest.failure} />
    </EditPage>
  );
}

/** Replaces the form when the team is full. */
function TeamFullNotice({ reason }: { reason: string }) {
  return (
    <Page title={<Trans>Add member</Trans>}>
      <Banner
        live="polite"
        tone="info"
        action={
          <LinkButton variant="secondary" {...linkTo(paths.team())}>
            <Trans>Back to team</Trans>
          </LinkButton>
        }
      >
        {reason}
      </Banner>
    </Page>
  );
}

/** Adds the member and opens the team. The idempotency key prevents adding them twice. */
function useAddMember() {
  const { t } = useLingui();
  const { add } = useTeamActions();
  const keys = useRequestKeys('member');
  const go = useGo();
  const [isAdded, setIsAdded] = useState(false);
  const request = useRequest(async ({ name, surname, phone }: MemberForm) => {
    const member = { name, surname, phone };
    await add(member, await keys.keyFor(member));
    await keys.complete(member);
    setIsAdded(true);
    showToast({
      message: t`${name} added to the team`,
      subject: 'team',
      tone: 'good',
      timeoutMs: 5000,
    });
    go(paths.team(), { replace: true, done: true });
  });
  return { ...request, isAdded };
}
