import { Trans, useLingui } from '@lingui/react/macro';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { InstallerUser } from '#schemas/installer.ts';
import { managesOwnEmail } from '#schemas/person-rules.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { errorAt } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useUpdateUser } from '#src/data/account/use-update-user.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { EditPage } from '#src/features/_shared/editing/edit-page.tsx';
import { formResolver, submitHandler } from '#src/features/_shared/editing/form-resolver.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { AvatarField } from './avatar-field.tsx';
import { NameFields } from './name-fields.tsx';
import { toUserChanges, toUserForm, userFormSchema, type UserForm } from './user-form.ts';
import { useConsentLabels } from '#src/features/_shared/onboarding/use-consent-labels.ts';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';

/** `/user/edit`: edits the person's own profile; needs a connection. */
export function EditUserScreen() {
  const { t } = useLingui();
  const self = useSingleton('self');
  usePageTitle(t`Edit profile`);
  if (self) return <EditUser self={self} />;
  return (
    <Page title={<Trans>Edit profile</Trans>}>
      <Skeleton label={t`Loading your profile`}>
        <SkeletonRow />
        <SkeletonCard lines={5} />
      </Skeleton>
    </Page>
  );
}

function EditUser({ self }: { self: InstallerUser }) {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  const errorText = useErrorMessage();
  const saving = useSaveUser(self);
  const emailFailure = errorAt(saving.failure, 'email');
  const form = useForm<UserForm>({
    resolver: formResolver(userFormSchema(self.role.id)),
    defaultValues: toUserForm(self),
    shouldFocusError: false,
  });
  return (
    <EditPage
      title={<Trans>Edit profile</Trans>}
      offlineReason={t`You are offline. Your profile is changed online.`}
      isEdited={form.formState.isDirty}
      saving={saving}
      isToldAtField={emailFailure !== null}
      onSubmit={submitHandler(form, (values) => saving.run(values))}
      above={
        <AvatarField
          name={`${self.name} ${self.surname}`}
          hasAvatar={self.avatar !== null}
          offline={offline}
        />
      }
    >
      <NameFields
        form={form}
        ownsEmail={managesOwnEmail(self.role.id)}
        hasTeam={isMainCompanyRole(self.role.id)}
        emailError={emailFailure === null ? undefined : errorText(emailFailure)}
      />
      <ConsentFields form={form} />
    </EditPage>
  );
}

/** Saves the changes and opens the profile, or code entry if the e-mail address changed. */
function useSaveUser(self: InstallerUser) {
  const { t } = useLingui();
  const update = useUpdateUser();
  const go = useGo();
  return useRequest(async (form: UserForm) => {
    const changes = toUserChanges(self, form);
    const { email, ...others } = changes;
    if (Object.keys(changes).length > 0) await update(changes);
    if (Object.keys(others).length > 0) {
      showToast({
        message: t`Your profile is saved.`,
        subject: 'profile',
        tone: 'good',
        timeoutMs: 5000,
      });
    }
    const next = email === undefined ? paths.user() : paths.verifyEmail();
    go(next, { replace: true, done: true });
  });
}

/** Consents; each can be withdrawn at any time. */
function ConsentFields({ form }: { form: UseFormReturn<UserForm> }) {
  const labels = useConsentLabels();
  const { register } = form;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-title font-semibold break-long">
        <Trans>May we write to you?</Trans>
      </legend>
      <CheckboxField {...labels.email_consent} {...register('email_consent')} />
      <CheckboxField {...labels.phone_consent} {...register('phone_consent')} />
    </fieldset>
  );
}
