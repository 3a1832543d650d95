import { Trans, useLingui } from '@lingui/react/macro';
import { Images, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { accountCalls } from '#schemas/api/account-calls.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { managesOwnEmail, MAX_PERSON_NAME } from '#schemas/person-rules.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useUpdateUser } from '#src/data/account/use-update-user.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useCall, useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { errorAt } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { EditPage } from '#src/features/_shared/editing/edit-page.tsx';
import { useFormDraft } from '#src/features/_shared/editing/form-draft.tsx';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { useConsentLabels } from '#src/features/_shared/onboarding/use-consent-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { useAvatarSource } from './queries.ts';
import { toUserChanges, toUserForm, userFormSchema, type UserForm } from './user-form.ts';

/** `/user/edit`: edits the user's own profile; needs a connection. */
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
  // Fields that the user leaves unchanged aren't sent, even if another device changes them in the meantime.
  const [savedSelf] = useState(self);
  const saveRequest = useSaveUser(savedSelf);
  const emailFailure = errorAt(saveRequest.failure, 'email');
  const form = useForm<UserForm>({
    resolver: formResolver(userFormSchema(self.role.id)),
    defaultValues: toUserForm(savedSelf),
    shouldFocusError: false,
  });
  const draft = useFormDraft(form, 'profile');
  return (
    <EditPage
      title={<Trans>Edit profile</Trans>}
      offlineReason={t`You’re offline. Connect to edit your profile.`}
      isEdited={form.formState.isDirty}
      draft={draft}
      saveRequest={saveRequest}
      showsErrorAtField={emailFailure !== null}
      onSubmit={submitHandler(form, (values) => saveRequest.run(values))}
      settings={
        <AvatarField
          name={`${self.name} ${self.surname}`}
          hasAvatar={self.avatar !== null}
          offline={offline}
        />
      }
    >
      <NameFields
        form={form}
        canChangeEmail={managesOwnEmail(self.role.id)}
        hasTeam={isMainCompanyRole(self.role.id)}
        emailError={emailFailure === null ? undefined : errorText(emailFailure)}
      />
      <ConsentFields form={form} />
    </EditPage>
  );
}

/** Saves the changes and opens the profile, or code entry if the email address changed. */
function useSaveUser(self: InstallerUser) {
  const { t } = useLingui();
  const update = useUpdateUser();
  const go = useGo();
  return useRequest(async (form: UserForm) => {
    const changes = toUserChanges(self, form);
    const { email, ...otherChanges } = changes;
    if (Object.keys(changes).length > 0) await update(changes);
    if (Object.keys(otherChanges).length > 0) {
      showToast({
        message: t`Profile saved`,
        subject: 'profile',
        tone: 'good',
        timeoutMs: 5000,
      });
    }
    const target = email === undefined ? paths.user() : paths.verifyEmail();
    go(target, { replace: true, done: true });
  });
}

/** Consents; each can be withdrawn at any time. */
function ConsentFields({ form }: { form: UseFormReturn<UserForm> }) {
  const labels = useConsentLabels();
  const { register } = form;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-title font-semibold break-long">
        <Trans>Can we contact you?</Trans>
      </legend>
      <CheckboxField {...labels.email_consent} {...register('email_consent')} />
      <CheckboxField {...labels.phone_consent} {...register('phone_consent')} />
    </fieldset>
  );
}

/** Size of the profile picture in px. It's sharp at the largest size shown, on a screen with a pixel ratio of 3. */
const AVATAR_SIZE = 320;

interface AvatarFieldProps {
  name: string;
  hasAvatar: boolean;
  offline: boolean;
}

/** Profile picture with buttons to choose, replace or remove it, which take effect immediately. */
function AvatarField({ name, hasAvatar, offline }: AvatarFieldProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const src = useAvatarSource();
  const actions = useAvatarActions();
  const request = useRequest(async (picture: Blob | null) => {
    if (picture === null) await actions.remove();
    else await actions.upload(await cropPicture(picture));
    announce(picture === null ? t`Photo removed` : t`Photo saved`);
  });
  return (
    <div role="group" aria-label={t`Photo`} className="space-y-3">
      <ErrorBlock messages={request.failure === null ? [] : [errorText(request.failure)]} />
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} src={hasAvatar ? src : undefined} size="large" alt={t`Your photo`} />
        <div className="flex min-w-0 flex-[1_1_10rem] flex-wrap gap-2">
          <FilePicker from="files" onFile={(file) => void request.run(file)}>
            {(open) => (
              <Button
                variant="secondary"
                icon={<Images />}
                busy={request.busy}
                disabledReason={offline && t`You’re offline. Connect to change your photo.`}
                onClick={open}
              >
                {hasAvatar ? <Trans>Choose another photo</Trans> : <Trans>Choose photo</Trans>}
              </Button>
            )}
          </FilePicker>
          {hasAvatar && !offline && (
            <Button
              variant="quiet"
              icon={<Trash2 />}
              busy={request.busy}
              onClick={() => void request.run(null)}
            >
              <Trans>Remove photo</Trans>
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Crops an image to a square, in the image worker, which loads on demand. Throws `PhotoError`. */
async function cropPicture(picture: Blob) {
  const { squarePhoto } = await import('#workers/image-worker-client.ts');
  return squarePhoto(picture, AVATAR_SIZE);
}

interface CroppedPicture {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string;
}

/** Profile picture requests; they need a connection. */
function useAvatarActions() {
  const { identity, singletons } = useAccount();
  const call = useCall();
  const params = { id: identity.user_id };
  const callOptions = { userId: identity.user_id };

  return {
    /** @throws CallError */
    upload: async ({ bytes, mime, sha256 }: CroppedPicture) => {
      const fields = { uuid: crypto.randomUUID(), sha256 };
      const body = { fields, bytes: new Uint8Array(bytes), mediaType: mime };
      const self = await call(accountCalls.uploadAvatar, { params, body }, callOptions);
      await singletons.storeSelf(self);
    },
    /** @throws CallError */
    remove: async () => {
      await singletons.storeSelf(await call(accountCalls.deleteAvatar, { params }, callOptions));
    },
  };
}

interface NameFieldsProps {
  form: UseFormReturn<UserForm>;
  /** True if the user is allowed to change their own email address (spec 1 §6). */
  canChangeEmail: boolean;
  /** True if an owner can change the address instead; only main companies have teams. */
  hasTeam: boolean;
  /** The server's error about the address. */
  emailError: string | undefined;
}

/** Name and email address. */
function NameFields({ form, canChangeEmail, hasTeam, emailError }: NameFieldsProps) {
  const { t } = useLingui();
  const { register, formState } = form;
  const { errors } = formState;
  const staffHint = hasTeam
    ? t`Your company owner can change it. The new address takes effect once you enter the code we send to it.`
    : t`Contact support to change it.`;
  const hint = canChangeEmail
    ? t`If you change your email address, we’ll send a code there. Enter the code to start using it.`
    : staffHint;
  const invalidEmail = errors.email && t`Enter an email address, such as name@example.com.`;
  return (
    <FieldGrid>
      <TextField
        label={t`First name`}
        autoComplete="given-name"
        error={errors.name && t`Enter your first name, up to ${MAX_PERSON_NAME} characters.`}
        {...register('name')}
      />
      <TextField
        label={t`Last name`}
        autoComplete="family-name"
        error={errors.surname && t`Enter your last name, up to ${MAX_PERSON_NAME} characters.`}
        {...register('surname')}
      />
      <TextField
        label={t`Email address`}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={!canChangeEmail}
        hint={hint}
        error={invalidEmail ?? emailError}
        {...register('email')}
      />
    </FieldGrid>
  );
}
