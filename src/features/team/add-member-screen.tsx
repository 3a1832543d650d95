import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useRequestKeys } from '#src/data/requests/request-keys.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { errorAt } from '#src/data/words/error-code.ts';
import { EditPage } from '#src/features/editing/edit-page.tsx';
import { paths } from '#src/paths.ts';
import { showToast } from '#src/ui/toast-store.ts';
import { useGo } from '#src/use-go.ts';
import { useTeamActions } from './actions.ts';
import { emptyMember, type MemberForm } from './member-form.ts';
import { MemberFields, memberFieldNames } from './member-fields.tsx';
import { useMemberForm } from './use-member-form.ts';

/** `/team/add`: somebody joins the team and gets a message with the way to the sign-in; online only. */
export function AddMemberScreen() {
  const { t } = useLingui();
  usePageTitle(t`Add a member`);
  const adding = useAdd();
  const { form, submit, region } = useMemberForm(emptyMember, adding.run);
  return (
    <EditPage
      title={<Trans>Add a member</Trans>}
      offlineReason={t`You are offline. Members are added online.`}
      isEdited={form.formState.isDirty}
      saving={adding}
      isToldAtField={errorAt(adding.failure, ...memberFieldNames) !== null}
      onSubmit={submit}
    >
      <p className="break-long">
        <Trans>They get a text message with the way to the sign-in.</Trans>
      </p>
      <MemberFields form={form} region={region} failure={adding.failure} />
    </EditPage>
  );
}

/** Adds them, once however often an answer is lost, and goes to the team, where they are. */
function useAdd() {
  const { t } = useLingui();
  const { add } = useTeamActions();
  const keys = useRequestKeys('member');
  const go = useGo();
  return useRequest(async ({ name, surname, phone }: MemberForm) => {
    const member = { name, surname, phone };
    await add(member, await keys.of(member));
    await keys.done(member);
    showToast({
      message: t`${name} is on the team now.`,
      subject: 'team',
      tone: 'good',
      timeoutMs: 5000,
    });
    go(paths.team(), { replace: true, done: true });
  });
}
